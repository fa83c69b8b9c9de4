export const PAYMENT_TYPES = ['credit_card', 'bank_transfer', 'wallet', 'cash'] as const
export const PAYMENT_STATUSES = ['waiting', 'completed', 'cancelled'] as const
export const REFUND_STATUSES = ['none', 'pending', 'approved', 'refunded'] as const
export const EARN_STATUSES = ['waiting', 'completed'] as const
