import { guardedFetch, type OutboundAllow, Refusal } from '@quire/kit'
import { withoutQuery } from '../pages/hrefs.ts'
import { noAddress } from './bundle.ts'
import { BadSpecification } from './problems.ts'
import type { ReadSpecification, SpecificationOutcome, SpecificationTexts } from './read-specification.ts'

/** The text of a specification, and its address. */
interface SourceText {
  text: string
  at: string
  /** The server's ETag; empty if there is none. */
  etag: string
}

export type Source = { url: string; knownEtag: string | null } | { text: string }

/** `isKnown`: the content at the server has not changed since the last version. */
export type SourceReading = (ReadSpecification & { text: string; etag: string }) | { isKnown: true }

interface SourceParts {
  allow: OutboundAllow
  read: (texts: SpecificationTexts, signal: AbortSignal) => Promise<SpecificationOutcome>
  /** Upper bound for a specification with all of its files. */
  maxBytes: number
}

/** Timeout for fetching a specification with all of its files. */
const timeoutMs = 30_000
const maxFiles = 100
/** Upper bound for the chain of references from a specification to a file. */
const maxSteps = 10
const accept = 'application/yaml, application/json;q=0.9, */*;q=0.5'

/** Thrown for a specification with one or more problems. */
export class BadSource extends Error {
  readonly problems: Extract<SpecificationOutcome, { problems: unknown }>['problems']
  constructor(problems: BadSource['problems']) {
    super(problems[0]?.message)
    this.problems = problems
  }
}

/**
 * Fetches a specification and the files that it refers to, and reads them. Throws BadSpecification or BadSource if
 * they have problems.
 */
export async function readSource(parts: SourceParts, source: Source, signal: AbortSignal): Promise<SourceReading> {
  const fetchText = fetcher(parts, signal)
  const found = 'url' in source ? await fetchText(source.url, source.knownEtag) : textGiven(source.text)
  if (!found) return { isKnown: true }
  const files = new Map<string, string>()
  for (let step = 0; step <= maxSteps; step += 1) {
    const texts = { ...found, files: [...files], maxCharacters: parts.maxBytes }
    const outcome = await parts.read(texts, signal)
    if ('problems' in outcome) throw new BadSource(outcome.problems)
    // The ETag covers only the first file: with several files it cannot prove that nothing has changed.
    if ('json' in outcome) return { ...outcome, text: found.text, etag: files.size === 0 ? found.etag : '' }
    for (const address of outcome.wanted) files.set(address, await fetchOther(address, files.size))
  }
  throw new BadSpecification('TOO_COMPLEX', `The files refer to each other over more than ${maxSteps} steps`)

  async function fetchOther(address: string, before: number): Promise<string> {
    if (!URL.canParse(address)) {
      const why = 'what is given as a text can only refer to full addresses besides itself'
      throw new BadSpecification('REFERENCE', `A reference leads to ${address}: ${why}`)
    }
    if (before >= maxFiles)
      throw new BadSpecification('TOO_COMPLEX', `The specification refers to more than ${maxFiles} files`)
    return (await fetchText(address, null))?.text ?? ''
  }
}

const textGiven = (text: string): SourceText => ({ text, at: noAddress, etag: '' })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Fetches texts within a total size and time; returns undefined for a text that is unchanged at the server. */
function fetcher({ allow, maxBytes }: SourceParts, signal: AbortSignal) {
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, deadline])
  let remaining = maxBytes
  return async (address: string, knownEtag: string | null): Promise<SourceText | undefined> => {
    const limits = { maxBytes: remaining, timeoutMs: 2 * timeoutMs, signal: either }
    try {
      const terms = { allow, field: withoutQuery(address), accept, ...limits, ...(knownEtag && { knownEtag }) }
      const { body, url, etag, isKnown } = await guardedFetch(address, terms)
      remaining -= body.length
      return isKnown ? undefined : { text: decoded(body, address), at: url, etag }
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted)
        throw new BadSpecification(
          'FETCH_TIMEOUT',
          `${withoutQuery(address)}: fetching took longer than ${timeoutMs / 1000} seconds`,
        )
      throw error instanceof Refusal ? new BadSpecification('FETCH_ERROR', error.message) : error
    }
  }
}

function decoded(body: Buffer, address: string): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new BadSpecification('SYNTAX', `${withoutQuery(address)}: this is no text in UTF-8`)
  }
}
