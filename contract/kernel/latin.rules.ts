/**
 * How a Cyrillic name is written in Latin letters: in Russian passports (ICAO 9303), in English books, informally, in
 * German and in Turkish. Pairs are replaced in this order, without accents; a blank is the start or the end of a name.
 * The database has the same texts (`latin_ways`, 0075); a test compares the two.
 */
const OTHERS =
  'а=a,б=b,в=v,г=g,д=d,е=e,з=z,и=i,й=y,к=k,л=l,м=m,н=n,о=o,п=p,р=r,с=s,т=t,у=u,ф=f,э=e,ы=y,ъ=,ь=,і=i,ґ=g,ў=u,ә=a,ғ=g,қ=k,ң=n,ө=o,ұ=u,ү=u,һ=h,ј=j,љ=lj,њ=nj,ћ=c,ђ=d,џ=dz'
export const LATIN_WAYS: readonly string[] = [
  'ё=e,ж=zh,й=i,х=kh,ц=ts,ч=ch,ш=sh,щ=shch,ъ=ie,ю=iu,я=ia,ї=i,є=ie',
  ' е= ye,ее=eye,ае=aye,ое=oye,ие=iye,ье=ye,ё=yo,ж=zh,х=kh,ц=ts,ч=ch,ш=sh,щ=shch,ю=yu,я=ya,ї=yi,є=ye',
  'кс=x,дж=j,ия=ia,ья=ia,ий =y ,й =y ,й=i,ё=e,ж=zh,х=kh,ц=ts,ч=ch,ш=sh,щ=sch,ю=yu,я=ya,ї=yi,є=ye',
  'ксандр =xander ,кс=x,дж=dsch,ия=ia,жё=scho,чё=tscho,шё=scho,щё=schtscho,ий=i,й =j ,й=i,ё=jo,в=w,ж=sch,з=s,х=ch,ц=z,ч=tsch,ш=sch,щ=schtsch,ю=ju,я=ja,ї=ji,є=je',
  'дж=c,ия=ia,ее=eye,ае=aye,ое=oye,жё=jo,чё=co,шё=so,щё=sco,ё=yo,ы=i,ж=j,х=h,ц=ts,ч=c,ш=s,щ=sc,ю=yu,я=ya,ї=yi,є=ye',
].map((way) => `${way},${OTHERS}`)

/** The spellings of a text in Latin letters, each once; none without a Cyrillic letter. */
export function inLatin(text: string): readonly string[] {
  if (!/[\u0400-\u04ff]/.test(text)) return []
  const lower = ` ${text.toLowerCase()} `
  const spelled = WAYS.map(({ groups, letters }) =>
    groups
      .reduce((so, [from, to]) => so.replaceAll(from, to), lower)
      .replaceAll(/[\u0400-\u04ff]/g, (letter) => letters.get(letter) ?? letter),
  )
  return [...new Set(spelled)]
}

/** Sequences of several letters go first and in their order; single letters do not interact and go in one pass. */
const WAYS = LATIN_WAYS.map((way) => {
  const pairs = way.split(',').map((pair) => pair.split('=') as [string, string])
  return {
    groups: pairs.filter(([from]) => from.length > 1),
    // of a letter listed twice the first entry counts
    letters: new Map(pairs.filter(([from]) => from.length === 1).toReversed()),
  }
})
