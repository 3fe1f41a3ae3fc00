import { attributes, type Html, html } from './markup.ts'

/** Assistants of other companies, which take a question by their address. */
export const assistants = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
] as const

/** Longer addresses are taken by none of them. */
const maxQuestion = 6000

/** A link that asks an assistant; undefined for a text that is too long for an address. */
export function assistantHref({ address }: (typeof assistants)[number], question: string): string | undefined {
  const asked = encodeURIComponent(question.toWellFormed())
  return asked.length > maxQuestion ? undefined : address + asked
}

/** A link to another company's page, which learns nothing of this one and opens beside it. */
export const assistantLink = (href: string, inner: Html, look?: string): Html =>
  html`<a${attributes({ href, class: look, rel: 'noreferrer noopener', target: '_blank' })}>${inner}</a>`
