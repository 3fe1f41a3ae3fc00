import type { Embed } from '@quire/contracts'
import { embedded } from '@quire/document/plain'
import { type GuardedClient, guardedClient, type OutboundAllow } from '@quire/kit'
import { z } from 'zod'
import { frameIn, readHead } from './read-html.ts'

interface Reading {
  allow: OutboundAllow
  signal: AbortSignal
}

const field = 'query.url'
/** A page's head is at its beginning, but a server sends all of it. */
const maxPageBytes = 3 * 1024 ** 2
const maxOembedBytes = 256 * 1024
/** Page and oEmbed answer together have twice as long. */
const timeoutMs = 6000
const maxTitle = 300

/** The part of an oEmbed answer (oembed.com) that is used. */
const Oembed = z.object({
  title: z.string().optional(),
  provider_name: z.string().optional(),
  html: z.string().max(20_000).optional(),
})

/**
 * Reads the embed of an address. A known provider's frame is made from identifiers in the address, and other pages say
 * by oEmbed discovery and meta data what they are. Of HTML from elsewhere only the address of a frame is used.
 */
export async function readEmbed(url: string, { allow, signal }: Reading): Promise<Embed> {
  await using web = guardedClient({ allow })
  const known = embedded(url)
  if (known) {
    const said =
      known.oembed === undefined
        ? undefined
        : await readOembed(web, `${known.oembed}?${new URLSearchParams({ url, format: 'json' })}`, signal)
    const title = shortened(said?.title ?? known.name)
    // The provider's own frame needs its origin for a player; no other page has it.
    return { type: 'rich', title, site: known.name, html: frame(known.frame, title, 'allow-same-origin') }
  }
  const page = await web.get(url, { field, maxBytes: maxPageBytes, timeoutMs, signal, accept: 'text/html,*/*;q=0.5' })
  if (!/^(text\/html|application\/xhtml)/.test(page.contentType)) return linkTo(page.url)
  const head = readHead(page.body.toString('utf8'), page.url)
  const said = head.oembed === undefined ? undefined : await readOembed(web, head.oembed, signal)
  const title = shortened(said?.title ?? head.title ?? nameOf(page.url))
  const about = {
    title,
    site: shortened(said?.provider_name ?? head.site ?? hostOf(page.url)),
    ...(head.icon !== undefined && { icon: head.icon }),
  }
  const source = said?.html === undefined ? undefined : frameIn(said.html)
  return source === undefined ? { type: 'link', ...about } : { type: 'rich', ...about, html: frame(source, title) }
}

/** Reads an oEmbed answer; undefined if there is none, since an embed does without. */
async function readOembed(web: GuardedClient, url: string, signal: AbortSignal) {
  try {
    const { body } = await web.get(url, {
      field,
      maxBytes: maxOembedBytes,
      timeoutMs,
      signal,
      accept: 'application/json',
    })
    return Oembed.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

const linkTo = (url: string): Embed => ({ type: 'link', title: nameOf(url), site: hostOf(url) })
const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '')

/** The last part of an address, as a title for what has none. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '')
  try {
    return shortened(decodeURIComponent(last ?? '') || hostOf(url))
  } catch {
    return shortened(last ?? hostOf(url))
  }
}

const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxTitle).toWellFormed()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

/** Writes a frame that runs its own scripts, and reaches neither the page around it nor the cookies of its origin. */
const frame = (source: string, title: string, ...more: string[]) =>
  `<iframe src="${escaped(source)}" title="${escaped(title)}" sandbox="${['allow-scripts', 'allow-popups', 'allow-forms', ...more].join(' ')}" referrerpolicy="no-referrer" loading="lazy" allowfullscreen></iframe>`
