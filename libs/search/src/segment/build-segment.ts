import { type Language, languageOf, languages } from '../language/languages.ts'
import { stemIn } from '../language/stems.ts'
import { compareTexts, sortTexts } from './compare.ts'
import { DictionaryWriter, partitions } from './dictionary-writer.ts'
import { DocumentsWriter } from './documents-writer.ts'
import { readFields } from './page-fields.ts'
import { writeRecord } from './page-record.ts'
import { kinds, type PageText, type PageVersion } from './page-version.ts'
import { encodeParts } from './segment-layout.ts'
import { WordCollector } from './word-collector.ts'

interface BuildOptions {
  /** Spaces whose pages in older segments are all dead, as when a space is indexed again from nothing. */
  cleared?: readonly string[]
}

/**
 * Builds a segment of these pages. The bytes do not depend on the order of the pages; of several versions of a page the
 * last one counts. Accepts any text, and reads of each what `textLimits` allow.
 */
export function buildSegment(pages: readonly PageVersion[], { cleared = [] }: BuildOptions = {}): Uint8Array {
  const documents = new DocumentsWriter()
  const collectors = partitions.map(() => new WordCollector())
  for (const [space, versions] of bySpace(pages)) {
    for (const version of versions) addPage(version, documents, collectors)
    documents.endSpace(space)
  }
  const dictionary = new DictionaryWriter()
  for (const [index, collector] of collectors.entries()) {
    const words = collector.writeTo(dictionary)
    const language = languages[index - 1]
    if (language) addStems(dictionary, language, words)
    dictionary.endPartition()
  }
  return encodeParts({ ...documents.parts(sortTexts([...new Set(cleared)])), ...dictionary.parts() })
}

function bySpace(pages: readonly PageVersion[]): [string, PageVersion[]][] {
  const spaces = Map.groupBy(pages, ({ space }) => space)
  return sortTexts([...spaces.keys()]).map((space) => {
    const newest = new Map(spaces.get(space)?.map((page) => [page.id, page]))
    return [space, sortTexts([...newest.keys()]).flatMap((id) => newest.get(id) ?? [])]
  })
}

function addPage({ id, language, text }: PageVersion, documents: DocumentsWriter, collectors: WordCollector[]): void {
  const document = documents.count
  const name = Buffer.from(id)
  if (!text) {
    documents.add(name, kinds.deleted, 0, 0, new Uint8Array(0))
    return
  }
  const code = languages.indexOf(languageOf(language))
  const links = collectors[0]
  for (const link of new Set(text.links)) links?.add(link, 0, 1)
  links?.endDocument(document)
  const { size, record } = readPage(text, text.unlisted ? undefined : collectors[code + 1], document)
  documents.add(name, text.unlisted ? kinds.unlisted : kinds.listed, code, size, record)
}

/** Reads a page into its record. The words of an unlisted page are not read, since no search finds it. */
function readPage(text: PageText, words: WordCollector | undefined, document: number) {
  const { title, document: source } = text
  if (!words) return { size: 0, record: writeRecord({ counts: [], title, document: source, anchors: [] }) }
  const { counts, anchors, size } = readFields(text, (word, position, worth) => words.add(word, position, worth))
  words.endDocument(document)
  return { size, record: writeRecord({ counts, title, document: source, anchors }) }
}

function addStems(dictionary: DictionaryWriter, language: Language, words: readonly string[]): void {
  const first = dictionary.count - words.length
  const stems = words.map((word, index) => ({ stem: stemIn(language, word), word, index }))
  const inflected = stems.filter(({ stem, word }) => stem !== word)
  inflected.sort((one, other) => compareTexts(one.stem, other.stem) || one.index - other.index)
  for (const { stem, index } of inflected) {
    const bytes = Buffer.from(stem)
    dictionary.addStem(bytes, 0, bytes.length, first + index)
  }
}
