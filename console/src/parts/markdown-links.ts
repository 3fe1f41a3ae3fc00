/** Returns a link in markdown with a text in which no sign means anything else than itself. */
export const markdownLink = (text: string, address: string) => `[${text.replace(/[\\[\]<`*]/g, '\\$&')}](${address})`

/** Returns the markdown that mentions a person, who is notified of it. */
export const mentionOf = ({ id, displayName }: { id: string; displayName: string }) =>
  markdownLink(displayName, `/users/${id} "mention"`)

const mention = /^\[((?:\\.|[^\]\\\n])*)\]\(([^()\s]+) "mention"\)$/

/** Returns the text and the address of a mention from its markdown; undefined for any other link. */
export function readMention(markdown: string): { text: string; address: string } | undefined {
  const [, text, address] = mention.exec(markdown) ?? []
  return text === undefined || address === undefined ? undefined : { text: text.replace(/\\(.)/g, '$1'), address }
}

/** Returns a text in markdown with the words of its links alone, for a place where links cannot stand. */
export const withoutLinks = (markdown: string) =>
  markdown.replace(/!?\[((?:\\.|[^\]\\])*)\]\([^()\s]*(?: "[^"]*")?\)/g, (_, text: string) =>
    text.replace(/\\(.)/g, '$1'),
  )
