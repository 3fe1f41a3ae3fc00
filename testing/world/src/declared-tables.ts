import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

const root = resolve(import.meta.dirname, '../../..')

/** A table as the types of queries declare it. */
interface DeclaredTable {
  /** `isNullable` is undefined if the type does not say. */
  columns: Map<string, { isNullable: boolean | undefined }>
  /** True if a type of another name has further columns. */
  isPartial: boolean
}

/** Returns the texts of a package's files, without tests and migrations. */
export function sourcesOf(...paths: string[]): string[] {
  const files = paths.flatMap((path) => globSync(`${path}/src/**/*.ts`, { cwd: root }))
  return files
    .filter((file) => !/\.test\.ts$|\/migrations\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
}

/** Collects the tables that interfaces and types called `…Tables` declare, by table name. */
export function declaredTables(sources: string[]): Map<string, DeclaredTable> {
  const tables = new Map<string, DeclaredTable>()
  const add = (members: readonly Node[]) => {
    for (const member of members) {
      if (member.type !== 'TSPropertySignature') continue
      const name = nameOf(member.key)
      const type = member.typeAnnotation?.typeAnnotation
      if (!name || !type) continue
      const table = tables.get(name) ?? { columns: new Map(), isPartial: false }
      tables.set(name, table)
      addColumns(table, type)
    }
  }
  const visitor = new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name.endsWith('Tables')) add(body.body)
    },
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => {
      if (id.name.endsWith('Tables'))
        for (const part of partsOf(typeAnnotation)) if (part.type === 'TSTypeLiteral') add(part.members)
    },
  })
  for (const source of sources) if (source.includes('Tables')) visitor.visit(parseSync('a.ts', source).program)
  return tables
}

function addColumns(table: DeclaredTable, type: Node) {
  for (const part of partsOf(type)) {
    if (part.type === 'TSTypeReference') table.isPartial = true
    if (part.type !== 'TSTypeLiteral') continue
    for (const member of part.members) {
      const name = member.type === 'TSPropertySignature' && nameOf(member.key)
      if (name && member.typeAnnotation)
        table.columns.set(name, { isNullable: mayBeNull(member.typeAnnotation.typeAnnotation) })
    }
  }
}

/** The types that are joined by `&`, or the one type. */
const partsOf = (type: Node): Node[] => (type.type === 'TSIntersectionType' ? type.types : [type])

const nameOf = (key: Node) => (key.type === 'Identifier' ? key.name : undefined)

/** True if the type includes null, also within `Generated<…>`. */
function mayBeNull(type: Node): boolean | undefined {
  if (type.type === 'TSUnknownKeyword') return undefined
  if (type.type === 'TSNullKeyword') return true
  if (type.type === 'TSUnionType') return type.types.some((one) => mayBeNull(one))
  const [inner] = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : []
  return inner ? mayBeNull(inner) : false
}
