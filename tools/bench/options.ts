/** The words of a picklist, however it is wrapped. */
export function optionsOf(field: unknown): readonly unknown[] {
  if (typeof field !== 'object' || field === null) return []
  if ('options' in field && Array.isArray(field.options))
    return field.options.flatMap((option: unknown) => (typeof option === 'object' ? optionsOf(option) : [option]))
  if ('wrapped' in field) return optionsOf(field.wrapped)
  if ('pipe' in field && Array.isArray(field.pipe)) return optionsOf(field.pipe[0])
  return []
}
