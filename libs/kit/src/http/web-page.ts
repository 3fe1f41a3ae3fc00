import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Operation } from '@quire/contracts'
import escapeHtml from 'escape-html'
import type { Response } from 'express'
import type { Logger } from '../log.ts'
import { Refusal } from '../refusals.ts'
import { type PageEnd, type Text, WebPage } from './outcome.ts'
import type { Answer } from './pipeline.ts'
import { loggedPath } from './server.ts'

const style =
  ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:36rem;margin:18vh auto;padding:0 1.25rem;overflow-wrap:break-word}h1{font-size:1.6rem;line-height:1.3}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#eee;color:#111;padding:1rem}'
/** Nothing on the page may run, load or be framed; the policy names the one style by its hash. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Turns a refusal to a browser into a page; rethrows anything else. */
export const refusalPage =
  (operation: Operation | undefined, { method, url = '' }: IncomingMessage, log: Logger) =>
  (error: unknown): Answer => {
    if (!operation?.page || !(error instanceof Refusal)) throw error
    // The log explains redirect loops, which people cannot.
    const { status, message: reason, headers } = error
    log.warn({ operation: operation.id, method, path: loggedPath(url), status, reason }, 'refused on a page')
    return { outcome: new WebPage(status, 'This did not work', [reason], { headers }), position: undefined }
  }

export function writePage(response: Response, { status, title, paragraphs, more, headers }: WebPage): void {
  response
    .set({ ...headers, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    .status(status)
    .type('html')
  response.send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${endOf(more)}
</main>
</html>
`)
}

/** Writes the end of a page. The page that a link leads to does not learn the address of this one. */
function endOf({ code, link }: PageEnd): string {
  return [
    ...(link ? [`<p><a href="${escapeHtml(link.address)}" rel="noreferrer">${escapeHtml(link.label)}</a></p>`] : []),
    ...(code === undefined ? [] : [`<pre>${escapeHtml(code)}</pre>`]),
  ].join('\n')
}

export function writeText(response: Response, { text }: Text, type = 'text/plain'): void {
  response.type(type).send(text)
}
