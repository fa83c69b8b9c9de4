export const APPROVAL_STATUSES = ['waiting', 'approved', 'declined', 'lapsed'] as const
