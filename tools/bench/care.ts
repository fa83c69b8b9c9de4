import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { recipePaper } from '../../contract/recipe/recipe.ts'
import { median } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const ROUNDS = 7
const CLINIC = 'lindenhof'
/** A photo as phones take them, as bytes that cannot be compressed. */
const PHOTO_BYTES = 4 * 1024 * 1024

/**
 * The patient record (issue 6 "Speed"). `summary`: ms from the address to the painted summary of a patient, from the
 * device without a network; `photo`: ms from "Add the file" of a 4 MB photo until it is in the list; `longest`: the
 * longest task meanwhile; `paper`: ms a caller waits for a recipe's PDF. Medians.
 */
export async function measureCare(server: TestServer) {
  const device = await openDevice(server, CLINIC, { width: 1024, height: 1366 })
  const { page } = device
  try {
    await device.signIn(addressOf('doctor', CLINIC), '/doctor-login')
    await device.settled()
    await device.workerReady()
    const [patient] = await server.sql<{ id: string }>(
      `select t.id::text from patient t join person d on d.email = $1 and d.id = any (t.doctor_ids)
        where t.hidden_at is null and exists (select from recipe r where r.patient_id = t.id and r.deleted_at is null) limit 1`,
      [addressOf('doctor', CLINIC)],
    )
    if (!patient) throw new Error('no patient with a recipe')
    await device.goto(`/patient/${patient.id}?tab=files`)
    await page.locator('input[type="file"]').first().waitFor({ state: 'attached' })
    await device.cut('network off')
    const summaries: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await device.goto('/patient-list')
      await page.locator('main a[href^="/patient/0"]').first().waitFor()
      summaries.push(await page.evaluate(timeToSummary))
    }
    const photos: number[] = []
    let longest = 0
    // at most five may wait on a device
    for (let round = 0; round < 4; round++) {
      await device.goto(`/patient/${patient.id}?tab=files`)
      const title = `Wound ${round}`
      await page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({
          name: 'IMG_1.jpg',
          mimeType: 'image/jpeg',
          buffer: photoOf(PHOTO_BYTES),
        })
      await page.getByRole('dialog').getByRole('textbox').fill(title)
      const figures = await page.evaluate(timeToListed, title)
      photos.push(figures.ms)
      longest = Math.max(longest, figures.longest)
    }
    await device.mend('network off')
    return { summary: median(summaries), photo: median(photos), longest, paper: await paperOf(server, patient.id) }
  } finally {
    await device.close()
  }
}

/** A file that begins like a JPEG, followed by noise: the device checks no more than that. */
function photoOf(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let i = 0, seed = 1; i < size; i += 4) bytes.writeUInt32LE((seed = (seed * 1_664_525 + 1_013_904_223) >>> 0), i)
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(bytes)
  return bytes
}

/** How long the patient's doctor waits for a recipe's PDF; the first request loads the typesetter. */
async function paperOf(server: TestServer, patientId: string): Promise<number> {
  const [recipe] = await server.sql<{ id: string }>(
    'select id::text from recipe where patient_id = $1 and deleted_at is null limit 1',
    [patientId],
  )
  const call = callerAt(server, null)
  const headers = await signIn(call, 'doctor', addressOf('doctor', CLINIC))
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now()
    const answer = await fetch(server.at(null, recipePaper(recipe!.id)), { headers })
    if (answer.headers.get('content-type') !== 'application/pdf') throw new Error(`no paper: ${answer.status}`)
    await answer.arrayBuffer()
    if (round) times.push(performance.now() - begun)
  }
  return median(times)
}

/** Runs in the page: opens the first patient of the list and returns the ms until the summary is in a painted frame. */
function timeToSummary(): Promise<number> {
  const link = document.querySelector<HTMLElement>('main a[href^="/patient/0"]')
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    setTimeout(() => reject(new Error(`no summary at ${location.pathname}`)), 10_000)
    const look = () =>
      document.querySelector('.patient-grid .card')
        ? requestAnimationFrame(() => resolve(performance.now() - begun))
        : requestAnimationFrame(look)
    link?.click()
    requestAnimationFrame(look)
  })
}

/** Runs in the page: presses "Add the file", and returns when the list has it and how long the longest task was. */
function timeToListed(title: string): Promise<{ ms: number; longest: number }> {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ entryTypes: ['longtask'] })
  const button = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
    ({ textContent }) => textContent === 'Add the file',
  )
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    setTimeout(() => reject(new Error('the photo is in no list')), 10_000)
    const look = () => {
      const there = [...document.querySelectorAll('main button')].some(({ textContent }) =>
        textContent?.includes(title),
      )
      // a task is reported when it has ended
      if (there) setTimeout(() => resolve({ ms, longest }), 100)
      else requestAnimationFrame(look)
      const ms = performance.now() - begun
    }
    button?.click()
    requestAnimationFrame(look)
  })
}
