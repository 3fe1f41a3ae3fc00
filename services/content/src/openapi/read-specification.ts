import { createHash } from 'node:crypto'
import { validate } from '@scalar/openapi-validator'
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import type { SpecificationFormat, SpecificationProblem } from '../tables/openapi.tables.ts'
import { bundleFiles } from './bundle.ts'
import { checkComplexity, maxDepth } from './complexity.ts'
import { dereference, isObject } from './dereference.ts'
import { BadSpecification, problem, problemOf } from './problems.ts'

// js-yaml reads a large specification ten times as fast as yaml, in a quarter of the memory, and bounds depth, aliases
// and merges. It is MIT and well maintained.

const yamlOptions = { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth, maxAliases: 10_000 }

interface ParsedFile {
  value: unknown
  format: SpecificationFormat
}

/** A specification, and those referenced files that were fetched so far. */
export interface SpecificationTexts {
  text: string
  /** The address of the specification, or `noAddress`. */
  at: string
  /** Addresses and texts of other files. */
  files: [string, string][]
  /** Upper bound for the specification as JSON with all of its files. */
  maxCharacters: number
}

/** The content of a specification with everything that it refers to. */
export interface ReadSpecification {
  /** References are replaced by their targets if the result stays within the limit. */
  json: string
  /** Equal for specifications of equal content. */
  hash: string
  format: ParsedFile['format']
}

export type SpecificationOutcome = ReadSpecification | { wanted: string[] } | { problems: SpecificationProblem[] }

/** Reads a specification of OpenAPI 2.0, 3.0, 3.1 or 3.2: validates it and bundles its files. */
export async function readSpecification(texts: SpecificationTexts): Promise<SpecificationOutcome> {
  try {
    return await readWhole(texts)
  } catch (error) {
    return { problems: [problemOf(error)] }
  }
}

async function readWhole({ text, at, files, maxCharacters }: SpecificationTexts): Promise<SpecificationOutcome> {
  const { value, format } = parseText(text, maxCharacters)
  if (!isObject(value)) throw new BadSpecification('SYNTAX', 'A specification is an object, which this is not')
  const others = new Map(files.map(([address, other]) => [address, parsedFile(address, other, maxCharacters)]))
  const { document, wanted, problems } = await bundleFiles(value, at, others)
  if (wanted.length > 0) return { wanted }
  const found = [...schemaProblems(document), ...problems]
  if (found.length > 0) return { problems: found }
  const json = JSON.stringify(document)
  if (json.length > maxCharacters)
    throw new BadSpecification(
      'TOO_COMPLEX',
      `With its files the specification is larger than ${maxCharacters} characters`,
    )
  const hash = createHash('sha256').update(json).digest('hex')
  // One character of a string may take six in JSON, so the estimate of `dereference` may be too low.
  const whole = JSON.stringify(dereference(document, maxCharacters))
  return { json: whole.length > maxCharacters ? json : whole, hash, format }
}

function parsedFile(address: string, text: string, maxCharacters: number): unknown {
  try {
    return parseText(text, maxCharacters).value
  } catch (error) {
    const { code, message } = problemOf(error)
    throw new BadSpecification(code, `${address}: ${message}`)
  }
}

function schemaProblems(document: Record<string, unknown>): SpecificationProblem[] {
  const { errors = [] } = validate(document)
  return errors.map(({ message, path = '' }) => {
    const location = Array.isArray(path) ? `/${path.join('/')}` : path
    return problem('SCHEMA', location === '' ? message : `#${location}: ${message}`)
  })
}

/** Parses JSON or YAML into a value without shared parts. Throws BadSpecification, with the line if it is known. */
function parseText(text: string, maxCharacters: number): ParsedFile {
  const content = text.replace(/^\uFEFF/, '')
  const json = /^\s*[{[]/.test(content) ? parseJson(content) : undefined
  if (json) {
    checkComplexity(json.value, maxCharacters)
    return { value: json.value, format: 'json' }
  }
  const value = parseYaml(content)
  checkComplexity(value, maxCharacters)
  return { value: JSON.parse(JSON.stringify(value ?? null)), format: 'yaml' }
}

/** Returns undefined if the content is not JSON: YAML may begin with a brace too. */
function parseJson(content: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(content) }
  } catch {
    return undefined
  }
}

function parseYaml(content: string): unknown {
  try {
    return load(content, yamlOptions)
  } catch (error) {
    if (error instanceof YAMLException) throw new BadSpecification('SYNTAX', syntaxProblem(error))
    throw error
  }
}

function syntaxProblem({ reason, mark }: YAMLException): string {
  const position = mark ? ` in line ${mark.line + 1}, column ${mark.column + 1}` : ''
  return `This is neither JSON nor YAML: ${reason}${position}`
}
