/**
 * `Intl`'s formatters, each made once: making one costs a hundred times as much as using it, and a list of visits needs
 * hundreds (bench, "offline open"). The viewer's zone is fixed when the app opens.
 */
export const dateFormat = kept(
  (tag: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options),
)

export const numberFormat = kept(
  (tag: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options),
)

export const relativeFormat = kept(
  (tag: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options),
)

export const collator = kept((tag: string, options: Intl.CollatorOptions) => new Intl.Collator(tag, options))

function kept<Options, Format>(make: (tag: string, options: Options) => Format) {
  const known = new Map<string, Format>()
  return (tag: string, options: Options): Format => {
    const key = tag + JSON.stringify(options)
    let format = known.get(key)
    if (!format) known.set(key, (format = make(tag, options)))
    return format
  }
}
