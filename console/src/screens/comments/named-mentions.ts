import { mentionOf, readMention } from '../../parts/markdown-links.ts'

/** Beside a letter, the name of a mention would run into a word. */
const apart = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}@])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'gu')
const mentions = apart(String.raw`\[(?:\\.|[^\]\\\n])*\]\(/users/[^()\s]+ "mention"\)`)

/**
 * Shows the mentions of a text in markdown by the names of people, as `@Ada`, and writes them back. Of two people of one
 * name, the second keeps the markdown, since the name leads to the first.
 */
export function namedMentions() {
  /** The markdown of each mention, by how it is shown. */
  const known = new Map<string, string>()
  const nameOf = (mention: string): string => {
    const name = `@${readMention(mention)?.text}`
    const first = known.get(name) ?? mention
    known.set(name, first)
    return first === mention ? name : mention
  }
  return {
    /** Returns a text in markdown as it is shown. */
    show: (markdown: string) => markdown.replace(mentions, nameOf),
    /** Returns how the mention of a person is shown. */
    nameOf: (person: { id: string; displayName: string }) => nameOf(mentionOf(person)),
    /** Returns the markdown of a text that is shown. A name that was changed mentions nobody. */
    write(shown: string): string {
      // Of `@Ann` and `@Ann Lee`, the longer one is meant.
      const names = [...known.keys()].toSorted((one, other) => other.length - one.length)
      if (names.length === 0) return shown
      const anyName = apart(names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'))
      return shown.replace(anyName, (name) => known.get(name) ?? name)
    },
  }
}
