import type { BlockOf } from '@quire/document'
import { embedded } from '@quire/document/embedded-frames'
import type { Target } from './blocks-context.ts'
import { plainCode } from './code-blocks.ts'
import { diagram } from './diagram-html.ts'
import { sizeText } from './intl-text.ts'
import { attributes, classes, type Html, html, nothing } from './markup.ts'
import type { Rendering } from './rendering.ts'
import { hostOf, linkTo, outside, safeAddress } from './safe-links.ts'

interface Card {
  icon: Html
  title: string
  /** A line below the title. */
  detail?: string
  target: Target | undefined
  class?: string
}

/** A link as a block: a picture, a title and a line below it. */
function card({ icon, title, detail, target, ...look }: Card, rendering: Rendering): Html {
  const below = detail ? html`<span class="card-detail">${detail}</span>` : nothing
  const inner = html`${icon}<span class="card-words"><span class="card-title">${title}</span>${below}</span>`
  return linkTo(target, inner, rendering, { class: classes('link-card', look.class) })
}

/** A link to a page, a file, or another site. */
export function contentRef({ data: { ref, fallback } }: BlockOf<'content-ref'>, rendering: Rendering): Html {
  const found = rendering.context.target(ref)
  const otherwise = fallback && rendering.context.target({ kind: 'url', url: fallback.url })
  const target = found?.href || !otherwise ? found : { ...found, href: otherwise.href }
  const title = found?.title ?? fallback?.label ?? target?.href
  if (!title) return nothing
  const { icons } = rendering
  const picture = found?.emoji
    ? html`<span class="card-emoji" aria-hidden="true">${found.emoji}</span>`
    : icons.use(found?.icon ?? (ref.kind === 'url' ? 'arrow-up-right-from-square' : 'file-lines'), 'file-lines')
  const host = target?.href && hostOf(target.href)
  return card({ icon: picture, title, detail: found?.description ?? (host || undefined), target }, rendering)
}

export function file({ data: { ref, caption } }: BlockOf<'file'>, rendering: Rendering): Html {
  const { vocabulary, language } = rendering.context
  const target = rendering.context.target(ref)
  const known = [target?.type?.split('/').at(-1)?.toUpperCase(), sizeText(target?.size, language)]
  const detail = target ? known.filter(Boolean).join(' · ') : vocabulary.absentFile
  const icon = rendering.icons.use('file-arrow-down')
  const link = card({ icon, title: target?.title ?? vocabulary.file, detail, target, class: 'file' }, rendering)
  return caption ? html`<figure class="file-figure">${link}<figcaption>${caption}</figcaption></figure>` : link
}

/** A card that leads there; for known providers with a button, with which the script shows what is there. */
export function embed({ data: { url, caption, fullWidth } }: BlockOf<'embed'>, rendering: Rendering): Html {
  const href = safeAddress(url)
  if (href === undefined) return nothing
  const { vocabulary } = rendering.context
  const target = rendering.context.target({ kind: 'url', url: href })
  const provider = embedded(href)
  const host = hostOf(href) ?? href
  const title = caption || provider?.name || host
  const icon = rendering.icons.use(provider?.icon ?? 'globe', 'globe')
  const link = card({ icon, title, detail: shortened(href), target }, rendering)
  if (!provider) return html`<div class="embed">${link}</div>`
  rendering.frames.add(new URL(provider.frame).origin)
  const attrs = {
    type: 'button',
    class: 'button button-secondary',
    hidden: true,
    'data-frame': provider.frame,
    'data-title': title,
  }
  const ask = html`<button${attributes(attrs)}>${vocabulary.showFrom(provider.name)}</button>`
  return html`<div${attributes({ class: classes('embed', 'embed-known', fullWidth && 'full-width'), 'data-shape': provider.shape })}>${link}${ask}</div>`
}

const shortened = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').slice(0, 80)

/** An integration's block without its script: a diagram, or its name and the attributes that it was given. */
export function integration({ data }: BlockOf<'integration'>, rendering: Rendering): Html {
  const { vocabulary } = rendering.context
  const written = data.integration === 'mermaid' ? data.attributes?.content : undefined
  if (written !== undefined) {
    const source = () => plainCode(written, 'mermaid', rendering)
    return diagram({ written, title: undefined, fullWidth: data.fullWidth, source }, rendering) ?? source()
  }
  const href = safeAddress(data.url)
  const given = Object.entries(data.attributes ?? {})
  const link =
    href === undefined
      ? nothing
      : html`<p><a${attributes({ href, ...outside(href, rendering) })}>${shortened(href)}</a></p>`
  const list = given.map(
    ([name, value]) => html`<dt>${name}</dt><dd><pre tabindex="0"><code>${value}</code></pre></dd>`,
  )
  const title = html`${rendering.icons.use('puzzle-piece')}<span>${vocabulary.integration(data.integration, data.block)}</span>`
  if (given.length === 0) return html`<div class="integration"><p class="integration-title">${title}</p>${link}</div>`
  return html`<details class="integration"><summary class="integration-title">${title}</summary>${link}<dl>${list}</dl></details>`
}
