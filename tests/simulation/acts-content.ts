import { newId } from '../../contract/kernel/id.ts'
import { onAny, word, type Acts, type Scene } from './scene.ts'

/** Published content: few titles, so that two are sometimes equal. */
const title = ({ draw }: Scene) => (draw.chance(0.3) ? `Title ${draw.int(4)}` : `Title ${word(draw)}`)
const inTurkish = (value: string) => [{ lang: 'tr' as const, value }]

export const contentActs = {
  'article.add': async (scene) => {
    const { draw, rows, now, person } = scene
    const all = await rows('article')
    return {
      input: {
        id: newId(now),
        title: title(scene),
        category: draw.pick(['health', 'nutrition'] as const),
        language: draw.pick(['tr', 'de'] as const),
        // the server keeps less than was written
        content: `<p>${word(draw)}<script>1</script></p>`,
        promoId: null,
        ...(all.length && draw.chance(0.2) && { groupId: draw.pick(all).id }),
      },
      facts: { authorId: person.id, authorType: person.type === 'admin' ? 'admin' : 'doctor' },
    }
  },
  'article.update': async (scene) => {
    const { draw, rows, person } = scene
    const all = await rows('article')
    if (!all.length) return null
    const fields = [{ title: title(scene) }, { content: `<p>${word(draw)}</p>` }, { category: 'mind' as const }]
    return { input: { id: draw.pick(all).id, ...draw.pick(fields) }, facts: { authorId: person.id } }
  },
  'article.delete': async (scene) => (scene.draw.chance(0.5) ? onAny('article')(scene) : null),
  'page.add': async ({ draw, now }) => ({
    input: {
      id: newId(now),
      title: inTurkish(word(draw)),
      content: draw.chance(0.7) ? inTurkish(`<p>${word(draw)}</p>`) : [],
      metaDescription: [],
      inMenu: draw.chance(0.5),
      section: draw.pick(['main', 'footer'] as const),
      place: draw.int(10),
    },
  }),
  'page.update': async ({ draw, rows }) => {
    const all = await rows('page')
    if (!all.length) return null
    // emptying the text of a public page is refused
    const fields = [
      { title: inTurkish(word(draw)) },
      { place: draw.int(10) },
      { content: [] },
      { inMenu: draw.chance(0.5) },
    ]
    return { input: { id: draw.pick(all).id, ...draw.pick(fields) } }
  },
  'page.publish': onAny('page'),
  'page.unpublish': onAny('page'),
  'page.delete': async (scene) => (scene.draw.chance(0.4) ? onAny('page')(scene) : null),
} satisfies Acts
