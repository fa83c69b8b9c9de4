import * as v from 'valibot'
import { LANES, type Lane } from '../db/lanes.ts'

const isDatabaseUrl = (text: string) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')

/** The address of a database, with its login. */
export const databaseUrl = v.pipe(
  v.string(),
  v.check(isDatabaseUrl, 'must be an address like postgres://user:password@host:5432/database'),
)

/** Several addresses, separated by commas. */
export const databaseUrls = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((url) => url.trim())),
  v.everyItem(isDatabaseUrl, 'must list addresses like postgres://bedside_app:password@replica:5432/database'),
)

const LANE = 'must be like requests=12,pulls=6, each from 1 to 200, of: ' + Object.keys(LANES).join(', ')
/** The number of connections by lane; lanes that are not named keep their default. */
export const connections = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').filter(Boolean)),
  v.everyItem((each) => {
    const [lane = '', size = ''] = each.trim().split('=')
    return Object.hasOwn(LANES, lane) && /^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= 200
  }, LANE),
  v.transform((parts): Readonly<Record<Lane, number>> => ({
    ...LANES,
    ...Object.fromEntries(parts.map((each) => each.trim().split('=')).map(([lane, size]) => [lane, Number(size)])),
  })),
)
