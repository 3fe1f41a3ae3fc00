import { valuesOf } from '@quire/parsing'
import { BrokenFile, orBroken } from '../broken-file.ts'
import type { ImportsParser } from '../context.ts'
import { readText } from '../file-text.ts'
import type { Reading } from '../readers/file-reader.ts'
import type { SourceFile } from '../source-files.ts'
import { isMarkdown } from '../source-paths.ts'

/** A picture that pages show from another server. */
export interface RemotePicture {
  /** Its address, as a URL writes it and without a fragment. */
  url: string
  /** The same address as the pages write it. */
  written: Set<string>
  /** The file, and the line if it has lines, of its first use. */
  usedAt: string
}

/** Texts in memory at once. */
const textsAtOnce = 50

/** A text that may show a picture of another server; only such texts are parsed. */
const candidate = /!\[|<img|srcset/i
const remote = /^(?:https?:)?\/\//i

/**
 * Finds the pictures of other servers in the texts of an import, in the order of the files, each address once. Texts
 * that cannot be read have none here: planning the import reports them.
 */
export async function findRemotePictures(
  files: readonly SourceFile[],
  { parser, signal, onStep }: Pick<Reading, 'parser' | 'signal' | 'onStep'>,
): Promise<RemotePicture[]> {
  const found = new Map<string, RemotePicture>()
  const texts = files.filter(({ path, isPage }) => isPage === true || isMarkdown(path))
  for (let at = 0; at < texts.length; at += textsAtOnce) {
    signal.throwIfAborted()
    onStep?.({ name: 'finding-pictures', done: at, total: texts.length })
    for (const one of await picturesIn(texts.slice(at, at + textsAtOnce), parser)) add(found, one)
  }
  return [...found.values()]
}

type Use = Pick<RemotePicture, 'usedAt'> & { address: string }

async function picturesIn(files: readonly SourceFile[], parser: ImportsParser): Promise<Use[]> {
  const texts: { file: SourceFile; text: string }[] = []
  for (const file of files) {
    const text = await orBroken(() => readText(file))
    if (!(text instanceof BrokenFile) && candidate.test(text) && text.includes('//')) texts.push({ file, text })
  }
  const read = await parser.runEach(
    'links',
    texts.map(({ text }) => [text]),
  )
  const links = await valuesOf(texts, read, async () => [])
  return links.flatMap((found, index) => {
    const { path = '', isPage } = texts[index]?.file ?? {}
    return found
      .filter(({ image, url }) => image && remote.test(url))
      .map(({ url, position }) => ({
        address: url.replace(/#.*$/s, ''),
        // A converted page has other lines than its file.
        usedAt: isPage ? path : `${path}, line ${position.line}`,
      }))
  })
}

function add(found: Map<string, RemotePicture>, { address, usedAt }: Use): void {
  if (!URL.canParse(address, 'https://localhost')) return
  const url = new URL(address, 'https://localhost').href
  const one = found.get(url) ?? { url, written: new Set(), usedAt }
  one.written.add(address)
  found.set(url, one)
}
