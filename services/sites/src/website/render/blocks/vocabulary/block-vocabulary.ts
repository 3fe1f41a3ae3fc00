/** The words that blocks say themselves, in one language. */
export interface BlockVocabulary {
  hints: Record<'info' | 'success' | 'warning' | 'danger', string>
  note: string
  code: string
  copy: string
  copied: string
  showMore: string
  table: string
  tab: string
  formula: string
  diagram: string
  diagramSource: string
  yes: string
  no: string
  done: string
  open: string
  file: string
  absentFile: string
  absentPicture: string
  prompt: string
  openIn(name: string): string
  showPicture: string
  linkToSection(title: string): string
  pictureFrom(host: string): string
  showFrom(provider: string): string
  rating(given: number, most: number): string
  integration(name: string, block: string): string
  api: ApiVocabulary
}

/** The words of references of interfaces. */
interface ApiVocabulary {
  /** `where` is `path`, `query`, `header` or `cookie`. */
  parameters(where: string): string
  authorization: string
  body: string
  responses: string
  response: string
  request: string
  headers: string
  required: string
  deprecated: string
  readOnly: string
  writeOnly: string
  nullable: string
  oneOf: string
  anyOf: string
  items: string
  otherProperties: string
  properties: string
  possibleValues: string
  constant: string
  defaultValue: string
  exampleValue: string
  pattern: string
  webhook: string
  recursive: string
  shortened: string
  absent: string
  noContent: string
  scopes: string
}
