import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { OutboundAllow } from '@quire/kit'
import { parser, storeFile, storeText } from '../../tests/imports/plan.fixture.ts'
import { openDisk } from '../storage/files/disk.ts'
import type { ImportBounds } from './import-bounds.ts'
import type { ImportPlan, PlanOptions } from './import-plan.ts'
import { prepareImport } from './prepare-import.ts'

/** Bounds of imports in these tests. */
export const bounds: ImportBounds = {
  maxBytes: 100 * 1024 ** 2,
  remotePictures: false,
  disk: openDisk({ folder: tmpdir(), reserveBytes: 0, holdsFiles: true }),
}

const folder = join(import.meta.dirname, 'fixtures')

export const fixture = (path: string): Buffer => readFileSync(join(folder, path))

/** A document that Word wrote (fixtures/README.md). */
export const wordDocument = (name: string): Buffer =>
  readFileSync(new URL(`test/test-data/${name}.docx`, import.meta.resolve('mammoth/package.json')))

/** The files of a folder of fixtures by path. */
export function fixturesIn(path: string): Record<string, Buffer> {
  const paths = readdirSync(join(folder, path), { recursive: true, encoding: 'utf8' })
  const files = paths.filter((one) => statSync(join(folder, path, one)).isFile())
  return Object.fromEntries(files.map((one) => [one, fixture(posix.join(path, one))]))
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

const types: Record<string, string> = { html: 'text/html', png: 'image/png', xml: 'text/xml', md: 'text/markdown' }

/** A web server that answers 404 for everything else, and records the requested paths. */
export async function serve(answer: (path: string, headers: IncomingHttpHeaders) => Answer | undefined) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const { status = 200, headers = {}, body = '' } = answer(path, request.headers) ?? { status: 404 }
    const type = types[/\.(\w+)$/.exec(path)?.[1] ?? 'html'] ?? 'application/octet-stream'
    response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    asked,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Answers for a site of files, in which a folder is its index. */
export const siteOf =
  (files: Record<string, string | Buffer>) =>
  (path: string): Answer | undefined => {
    const plain = decodeURIComponent(path.slice(1).replace(/\?.*$/, ''))
    const body = files[plain] ?? files[`${plain}index.html`]
    return body === undefined ? undefined : { body }
  }

/** Imports from a server of these tests; pages have their texts. */
export async function importFrom(
  { host }: { host: string },
  path: string,
  source: string,
  options: Partial<PlanOptions> & { allow?: string } = {},
): Promise<ImportPlan> {
  return await prepareImport({
    url: `http://${host}${path}`,
    source,
    signal: new AbortController().signal,
    folder: tmpdir(),
    bounds,
    ...{ parser, storeFile, storeText },
    ...options,
    allow: OutboundAllow.parse(options.allow ?? host),
  })
}

/** The tree as titles, indented; groups in brackets. */
export const outlineOf = ({ pages }: ImportPlan, parentId: string | null = null, indent = ''): string[] =>
  pages
    .filter((page) => page.parentId === parentId)
    .flatMap((page) => {
      const title = page.type === 'document' ? page.title : `[${page.title}]`
      return [indent + title, ...outlineOf({ pages } as ImportPlan, page.id, `${indent}  `)]
    })

/** The text of a page with ids of pages and files as their paths. */
export function textAt({ pages, files }: ImportPlan, gitPath: string): string | null | undefined {
  const paths = new Map([...pages, ...files].map(({ id, gitPath: path }) => [id, path ?? '']))
  const page = pages.find((one) => one.gitPath === gitPath)
  return page?.document
    ?.trimEnd()
    .replaceAll(/\/(pages|files)\/([0-9A-Z]{26})/g, (_, kind, id) => `${kind}:${paths.get(id)}`)
}
