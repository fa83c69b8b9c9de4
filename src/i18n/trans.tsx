import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * Renders every `Trans` of the app (`runtimeConfigModule` in lingui.config.ts). Lingui searches the finished sentence
 * for its own tags: a name like `<b>x</b>` lost its angle brackets, and `<0>x</0>` became part of the sentence's link.
 * Text with such a character is inserted whole, as an element.
 */
export function Trans({ values, ...props }: TransProps) {
  return <LinguiTrans {...props} {...(values && { values: asText(values) })} />
}

const asText = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('<') ? [value] : value,
    ]),
  )
