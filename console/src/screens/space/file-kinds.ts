interface NamedFile {
  name: string
  /** The media type, such as `image/png`. */
  contentType: string
}

/** Files of these families replace each other: a page shows any of one in the same way. */
const families = ['image', 'audio', 'video'] as const
/** The type of a file of which nothing is known. */
const unknownType = 'application/octet-stream'

/** The files that may replace a file: those of a family, or those with the same ending or type. */
export type FileKind = { family: (typeof families)[number] } | { ending: string; contentType: string }

export function kindOf({ name, contentType }: NamedFile): FileKind {
  const family = families.find((one) => contentType.startsWith(`${one}/`))
  return family ? { family } : { ending: endingOf(name), contentType }
}

/** Returns the `accept` of a file field that offers the files of a kind; undefined if it offers all. */
export function acceptOf(kind: FileKind): string | undefined {
  if ('family' in kind) return `${kind.family}/*`
  return [kind.ending, typeOf(kind)].filter((one) => one !== '' && one !== unknownType).join(',') || undefined
}

/** True if a chosen file is of a kind. A file without ending whose type is unknown may be replaced by any. */
export function isOfKind(kind: FileKind, chosen: NamedFile): boolean {
  if ('family' in kind) return chosen.contentType.startsWith(`${kind.family}/`)
  const { ending, contentType } = kind
  if (contentType !== unknownType && typeOf(chosen) === typeOf({ contentType })) return true
  return ending === '' ? contentType === unknownType : endingOf(chosen.name) === ending
}

/** Returns the type without its parameters, such as the charset. */
const typeOf = ({ contentType }: Pick<NamedFile, 'contentType'>) => contentType.split(';')[0]

const endingOf = (name: string) => /\.\w+$/.exec(name)?.[0].toLowerCase() ?? ''
