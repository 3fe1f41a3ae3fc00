import type {
  adaptiveOperations,
  askOperations,
  auditOperations,
  changeRequestContentOperations,
  changeRequestOperations,
  collectionGrantOperations,
  collectionOperations,
  collectionSpaceOperations,
  commentOperations,
  commentReplyOperations,
  contentContributorOperations,
  contributorOperations,
  customFontOperations,
  customHostnameOperations,
  customizationOperations,
  exportOperations,
  gitOperations,
  gitSyncOperations,
  identityOperations,
  importOperations,
  linkOperations,
  mcpServerOperations,
  memberVisitOperations,
  notificationOperations,
  openApiSpecOperations,
  openApiVersionOperations,
  pageEditorOperations,
  pageOperations,
  pdfOperations,
  personalSpaceOperations,
  publishingOperations,
  redirectOperations,
  renderedPageOperations,
  reviewerOperations,
  reviewOperations,
  revisionOperations,
  searchOperations,
  sectionGroupOperations,
  sectionOperations,
  shareLinkOperations,
  siteOperations,
  siteSpaceOperations,
  spaceGrantOperations,
  spaceOperations,
  structureOperations,
  teamGrantOperations,
  templateOperations,
  uploadOperations,
} from '@quire/contracts'

/** The operations that the console calls, by their declarations; nothing of the declarations reaches the bundle. */
type Table =
  | typeof askOperations
  | typeof adaptiveOperations
  | typeof auditOperations
  | typeof changeRequestContentOperations
  | typeof changeRequestOperations
  | typeof collectionOperations
  | typeof collectionSpaceOperations
  | typeof commentOperations
  | typeof commentReplyOperations
  | typeof contentContributorOperations
  | typeof contributorOperations
  | typeof exportOperations
  | typeof linkOperations
  | typeof identityOperations
  | typeof notificationOperations
  | typeof memberVisitOperations
  | typeof pageOperations
  | typeof pdfOperations
  | typeof personalSpaceOperations
  | typeof customHostnameOperations
  | typeof customFontOperations
  | typeof customizationOperations
  | typeof mcpServerOperations
  | typeof publishingOperations
  | typeof pageEditorOperations
  | typeof redirectOperations
  | typeof renderedPageOperations
  | typeof reviewerOperations
  | typeof reviewOperations
  | typeof revisionOperations
  | typeof searchOperations
  | typeof sectionGroupOperations
  | typeof sectionOperations
  | typeof shareLinkOperations
  | typeof siteOperations
  | typeof siteSpaceOperations
  | typeof spaceOperations
  | typeof structureOperations
  | typeof templateOperations
  | typeof uploadOperations
  | typeof teamGrantOperations
  | typeof spaceGrantOperations
  | typeof openApiVersionOperations
  | typeof openApiSpecOperations
  | typeof importOperations
  | typeof gitOperations
  | typeof gitSyncOperations
  | typeof collectionGrantOperations

type ValuesOf<T> = T extends unknown ? T[keyof T] : never
type AnyOperation = ValuesOf<Table>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The paths that a method is declared for. */
export type PathOf<M extends Method> = Extract<AnyOperation, { method: M }>['path']
type OperationAt<M extends Method, P extends string> = Extract<AnyOperation, { method: M; path: P }>

type InputOf<S> = S extends { _zod: { input: infer Input } } ? Input : never
type OutputOf<S> = S extends { _zod: { output: infer Output } } ? Output : never
type FieldOf<O, Name extends string> = O extends { [K in Name]: infer Field } ? Field : never

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type QueryValue = string | number | boolean | undefined

/** The inputs of an operation: parameters of its path, its query, its body. */
export type Given<M extends Method, P extends string> = {
  params?: Record<NamesIn<P>, string>
  query?: { [Name in keyof InputOf<FieldOf<OperationAt<M, P>, 'query'>>]?: QueryValue }
  body?: InputOf<FieldOf<OperationAt<M, P>, 'body'>>
  signal?: AbortSignal
  /** Asks that the request outlasts its page; one with a large body does not. */
  keepalive?: boolean
}

/** The body of an operation's successful answer; undefined where it has none. */
export type Answer<M extends Method, P extends string> =
  FieldOf<OperationAt<M, P>, 'replies'> extends infer Replies ? OutputOf<Replies[keyof Replies]> : never

type StreamOperation = Extract<AnyOperation, { method: 'GET'; streams: unknown }>
/** The paths of operations that stream events. */
export type StreamPath = StreamOperation['path']
/** An event of such an operation. */
export type EventOf<P extends StreamPath> = OutputOf<Extract<StreamOperation, { path: P }>['streams']>
