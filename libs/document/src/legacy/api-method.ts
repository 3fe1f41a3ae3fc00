import { textOf } from '../markdown/readable-text.ts'
import { squeezed } from '../markdown/white-space.ts'
import type { Block } from '../nodes/nodes.ts'
import type { Group } from '../reading/groups.ts'
import type { ReadingContext } from '../reading/reading-context.ts'
import { blocksOfOperation, type Operation, type Parameter } from './operation.ts'
import { attributesOfTag, blocksIn, type LegacyReader, paragraph, splitBy, words } from './tag-parts.ts'

/** `{% api-method-path-parameters %}` and the like; what is in them is a parameter each. */
const sections = {
  'api-method-headers': 'Headers',
  'api-method-path-parameters': 'Path parameters',
  'api-method-query-parameters': 'Query parameters',
  'api-method-form-data-parameters': 'Form data parameters',
  'api-method-body-parameters': 'Body parameters',
} as const
const isSection = (name: string): name is keyof typeof sections => Object.hasOwn(sections, name)
const around = new Set(['api-method-spec', 'api-method-request', 'api-method-response'])
const isAround = (name: string) => around.has(name)

/** `{% api-method method="get" host="…" path="…" %}` with everything in it. */
export const readApiMethod: LegacyReader = (group, reading) => {
  const { method = '', host = '', path = '' } = attributesOfTag(group)
  const isPart = (name: string) => name.startsWith('api-method-') && !isAround(name)
  const { parts, rest } = splitBy(group, isPart, isAround)
  const named = (name: string) => parts.filter((part) => part.name === name)
  const known = new Set(['api-method-summary', 'api-method-description', 'api-method-response-example'])
  const operation: Operation = {
    ...{ method, url: host + path, summary: wordsIn(named('api-method-summary')) },
    description: named('api-method-description').flatMap((part) => blocksIn(part, reading)),
    parameters: parts.flatMap((part) => (isSection(part.name) ? [sectionOf(part, part.name, reading)] : [])),
    responses: named('api-method-response-example').map((part) => responseOf(part, reading)),
  }
  const others = parts.filter(({ name }) => !isSection(name) && !known.has(name))
  const loose = [...others.flatMap((part) => blocksIn(part, reading)), ...blocksIn({ children: rest }, reading)]
  return [...blocksOfOperation(operation, reading), ...loose]
}

const wordsIn = (groups: readonly Group[]): string =>
  squeezed(
    groups.flatMap(({ children }) => children.map((child) => (child.type === 'group' ? '' : textOf(child)))).join(' '),
  )

function sectionOf(group: Group, name: keyof typeof sections, reading: ReadingContext) {
  const { parts, rest } = splitBy(group, (part) => part === 'api-method-parameter', isAround)
  const all = parts.map((part): Parameter => {
    const { name = '', type = '', required } = attributesOfTag(part)
    return { name, type, isRequired: required === 'true', description: blocksIn(part, reading) }
  })
  const loose: Block[] = blocksIn({ children: rest }, reading)
  const others: Parameter[] = loose.length > 0 ? [{ name: '', type: '', isRequired: false, description: loose }] : []
  return { title: sections[name], all: [...all.filter(isFilledIn), ...others] }
}

function responseOf(group: Group, reading: ReadingContext): Operation['responses'][number] {
  const { httpCode = '' } = attributesOfTag(group)
  const { parts, rest } = splitBy(group, (name) => name === 'api-method-response-example-description', isAround)
  const described = parts.flatMap((part) => blocksIn(part, reading))
  return { title: httpCode, nodes: [...described, ...blocksIn({ children: rest }, reading)] }
}

const places: { [where: string]: string } = {
  ...{ path: 'Path parameters', query: 'Query parameters', header: 'Headers', body: 'Body', cookie: 'Cookies' },
}

/** `{% swagger method="get" path="…" baseUrl="…" summary="…" %}` with its parameters, without a specification. */
export const readSwaggerTags: LegacyReader = (group, reading) => {
  const { src, method = '', path = '', baseUrl = '', summary = '' } = attributesOfTag(group)
  if (src !== undefined || (method === '' && path === '' && summary === '')) return undefined
  const { parts, rest } = splitBy(group, (name) => name.startsWith('swagger-'), isAround)
  const named = (name: string) => parts.filter((part) => part.name === name)
  const byPlace = Map.groupBy(named('swagger-parameter'), (part) => attributesOfTag(part).in ?? '')
  const operation: Operation = {
    ...{ method, url: baseUrl + path, summary },
    description: named('swagger-description').flatMap((part) => blocksIn(part, reading)),
    parameters: [...byPlace].map(([place, all]) => ({
      title: places[place] ?? 'Parameters',
      all: all.map((part) => parameterOf(part, reading)).filter(isFilledIn),
    })),
    responses: named('swagger-response').map((part) => {
      const { status = '', description = '' } = attributesOfTag(part)
      return { title: status, nodes: [...paragraph(words(description)), ...blocksIn(part, reading)] }
    }),
  }
  const known = new Set(['swagger-description', 'swagger-parameter', 'swagger-response'])
  const others = parts.filter(({ name }) => !known.has(name)).flatMap((part) => blocksIn(part, reading))
  return [...blocksOfOperation(operation, reading), ...others, ...blocksIn({ children: rest }, reading)]
}

/** False for the empty parameter that an editor left behind. */
const isFilledIn = ({ name, description }: Parameter) => name !== '' || description.length > 0

function parameterOf(part: Group, reading: ReadingContext): Parameter {
  const { name = '', type = '', required } = attributesOfTag(part)
  return { name, type, isRequired: required === 'true', description: blocksIn(part, reading) }
}
