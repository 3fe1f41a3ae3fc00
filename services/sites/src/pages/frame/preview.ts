import { type Html, html, nothing } from '../blocks/markup.ts'
import type { FrameContext } from './page-view.ts'

/** Claims are shown to check a preview by, not to be read at length. */
const mostOfClaims = 200

/** Says to a member, above everything, that this is not what anybody else sees, and as whom they see it. */
export function previewNote({ site, words }: FrameContext): Html {
  const { preview } = site.audience
  if (!preview) return nothing
  const known = Object.keys(preview).length > 0
  return html`<aside class="announcement warning" aria-label="${words.preview}"><p><strong>${words.preview}</strong> ${words.previewOf(site.title)}${known ? html` ${words.previewAs} <code>${shortened(JSON.stringify(preview))}</code>` : nothing}</p></aside>`
}

const shortened = (text: string) =>
  text.length > mostOfClaims ? `${text.slice(0, mostOfClaims).toWellFormed()}…` : text
