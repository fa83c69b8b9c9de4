import { test as base } from '@playwright/test'

/** Why a journey was left out; `tools/run/report.ts` finds it by this. */
export const NO_TIME_LEFT = 'no time left'

/** A journey that begins after `JOURNEYS_UNTIL`, epoch ms, is left out; one that has begun is finished, with its retry (decision 0167). */
export const test = base.extend<{ inTime: void }>({
  inTime: [
    // Playwright reads the wanted fixtures from the pattern of the first parameter
    // oxlint-disable-next-line no-empty-pattern
    async ({}, lend, journey) => {
      const until = Number(process.env['JOURNEYS_UNTIL'] ?? Infinity)
      journey.skip(journey.retry === 0 && Date.now() > until, NO_TIME_LEFT)
      await lend()
    },
    { auto: true },
  ],
})
