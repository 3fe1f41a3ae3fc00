/** The addresses of a text without those that are there twice, and its entries that are no addresses. */
interface ReadAddresses {
  emails: string[]
  faulty: string[]
}

/** An entry ends with a comma, a semicolon or a line break, except in quotes, and behind an address in angle brackets. */
const entries = /(?:"[^"\n]*"|[^,;\n>])+>?/g
const localPart = /^[^\s@"<>(),:;]{1,64}$/u
const domain = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

/** Reads email addresses as people paste them: one after the other, or as `Ada Lovelace <ada@example.com>`. */
export function readAddresses(text: string): ReadAddresses {
  const read = (text.match(entries) ?? []).flatMap((entry) => readEntry(entry.trim()))
  const those = (isFaulty: boolean) => read.filter((one) => isAddress(one) !== isFaulty)
  return { emails: [...new Set(those(false))], faulty: those(true) }
}

function readEntry(entry: string): string[] {
  if (entry === '') return []
  const bracketed = /<([^<>]*)>$/.exec(entry)?.[1]?.trim()
  if (bracketed !== undefined) return [isAddress(bracketed) ? bracketed : entry]
  const parts = entry.split(/\s+/)
  // The words between addresses stay together, as they are one mistake.
  return parts.some(isAddress) ? parts.filter(isAddress).concat(otherThan(parts)) : [entry]
}

function otherThan(parts: readonly string[]): string[] {
  const words = parts.filter((part) => !isAddress(part)).join(' ')
  return words === '' ? [] : [words]
}

/** True if the service accepts a text as an address. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && localPart.test(text.slice(0, at)) && domain.test(text.slice(at + 1))
}
