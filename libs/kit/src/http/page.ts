import { createHash } from 'node:crypto'
import type { Operation } from '@quire/contracts'
import escapeHtml from 'escape-html'
import type { Response } from 'express'
import type { Logger } from '../log.ts'
import { Refusal } from '../refusals.ts'
import { type Text, WebPage } from './outcome.ts'
import type { Answer } from './pipeline.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#eee;color:#111;padding:1rem}'
/** Nothing on the page may run, load or be framed; its one style is named by its hash. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Makes a page of what an operation refuses to a browser; what is no such refusal is thrown on. */
export const refusalPage =
  (operation: Operation | undefined, log: Logger) =>
  (error: unknown): Answer => {
    if (!operation?.page || !(error instanceof Refusal)) throw error
    // People who are sent in circles cannot say why: the log can.
    log.warn({ operation: operation.id, status: error.status, reason: error.message }, 'refused on a page')
    return { outcome: new WebPage(error.status, 'This did not work', [error.message]), position: undefined }
  }

export function writePage(response: Response, { status, title, paragraphs, code }: WebPage): void {
  response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }).status(status).type('html')
  response.send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${code === undefined ? '' : `<pre>${escapeHtml(code)}</pre>`}
</html>
`)
}

export function writeText(response: Response, { status, headers, text }: Text, type = 'text/plain'): void {
  response.set(headers).status(status)
  if (text === '') response.end()
  else response.type(type).send(text)
}
