import { createHash } from 'node:crypto'
import { validate } from '@scalar/openapi-validator'
import { bundleFiles } from './bundle.ts'
import { dereferenced, isObject } from './dereference.ts'
import { type ParsedFile, parseText } from './parse-text.ts'
import { BadSpecification, problem, problemOf, type SpecificationProblem } from './problems.ts'

/** A specification, and the files that it refers to as far as they are known by now. */
export interface SpecificationTexts {
  text: string
  /** Where it is from, or `noAddress`. */
  at: string
  /** Addresses and texts of other files. */
  files: [string, string][]
  /** The most characters of all that it says, as JSON. */
  mostCharacters: number
}

/** What a specification says, with all that it refers to in it. */
export interface ReadSpecification {
  /** Written in place where that can be. */
  json: string
  /** The same for what says the same. */
  hash: string
  format: ParsedFile['format']
}

export type SpecificationOutcome = ReadSpecification | { wanted: string[] } | { problems: SpecificationProblem[] }

/** Reads a specification of OpenAPI 2.0, 3.0, 3.1 or 3.2: finds its version, checks it and puts its files together. */
export async function readSpecification(texts: SpecificationTexts): Promise<SpecificationOutcome> {
  try {
    return await readWhole(texts)
  } catch (error) {
    return { problems: [problemOf(error)] }
  }
}

async function readWhole({ text, at, files, mostCharacters }: SpecificationTexts): Promise<SpecificationOutcome> {
  const { value, format } = parseText(text, mostCharacters)
  if (!isObject(value)) throw new BadSpecification('SYNTAX', 'A specification is an object, which this is not')
  const others = new Map(files.map(([address, other]) => [address, parsedFile(address, other, mostCharacters)]))
  const { document, wanted, problems } = await bundleFiles(value, at, others)
  if (wanted.length > 0) return { wanted }
  const found = [...schemaProblems(document), ...problems]
  if (found.length > 0) return { problems: found }
  const json = JSON.stringify(document)
  if (json.length > mostCharacters)
    throw new BadSpecification(
      'TOO_COMPLEX',
      `With its files the specification is larger than ${mostCharacters} characters`,
    )
  const hash = createHash('sha256').update(json).digest('hex')
  // A sign of a text may take six in JSON.
  const whole = JSON.stringify(dereferenced(document, mostCharacters))
  return { json: whole.length > mostCharacters ? json : whole, hash, format }
}

function parsedFile(address: string, text: string, mostCharacters: number): unknown {
  try {
    return parseText(text, mostCharacters).value
  } catch (error) {
    const { code, message } = problemOf(error)
    throw new BadSpecification(code, `${address}: ${message}`)
  }
}

function schemaProblems(document: Record<string, unknown>): SpecificationProblem[] {
  const { errors = [] } = validate(document)
  return errors.map(({ message, path = '' }) => {
    const place = Array.isArray(path) ? `/${path.join('/')}` : path
    return problem('SCHEMA', place === '' ? message : `#${place}: ${message}`)
  })
}
