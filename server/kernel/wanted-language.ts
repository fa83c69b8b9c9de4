import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../contract/kernel/constants.ts'

/**
 * The device's own choice, otherwise the first of the browser's languages that we have, otherwise Turkish (SPEC §9).
 */
export function wantedLanguage(
  chosen: string | null | undefined,
  accepted: string | undefined,
  otherwise: Language = DEFAULT_LANGUAGE,
): Language {
  const wishes = (accepted ?? '')
    .slice(0, 200)
    .split(',')
    .map((wish) => {
      const [tag = '', ...rest] = wish.trim().split(';')
      const [, weight] = /q=([\d.]+)/.exec(rest.join(';')) ?? []
      return { tag: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  return [chosen, ...wishes].flatMap((wish) => LANGUAGES.find((each) => each === wish) ?? [])[0] ?? otherwise
}
