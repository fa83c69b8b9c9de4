import { clinicsOnly } from './reach.ts'

/** A clinic's endpoints are its own users' alone: the platform's admins neither see nor set them (decision 0164). */
export const webhookPolicy = {
  'webhook.list': { asks: 'self', ...clinicsOnly('own') },
  'webhook.add': { asks: 'self', ...clinicsOnly('own') },
  'webhook.update': { asks: 'object', ...clinicsOnly('clinic') },
  'webhook.rotate': { asks: 'object', ...clinicsOnly('clinic') },
  'webhook.test': { asks: 'object', ...clinicsOnly('clinic') },
  'webhook.replay': { asks: 'object', ...clinicsOnly('clinic') },
  'webhook.delete': { asks: 'object', ...clinicsOnly('clinic') },
  'webhook.deliveries': { asks: 'object', ...clinicsOnly('clinic') },
} as const
