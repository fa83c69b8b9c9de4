import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * What every `Trans` of the app is made of (`runtimeConfigModule` in lingui.config.ts). Lingui looks for its own tags in the finished sentence: of
 * a name such as `<b>x</b>` the signs were lost, and `<0>x</0>` took on the sentence's link. Text with such a sign goes in whole, as an element.
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
