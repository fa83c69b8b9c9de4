export const APPOINTMENT_TYPES = ['online', 'face-to-face'] as const
export const APPOINTMENT_STATUSES = ['waiting', 'completed', 'cancelled'] as const
