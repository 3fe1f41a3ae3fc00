import type { Readable } from 'node:stream'
import type { Operation } from '@quire/contracts'
import type { ZodType, z } from 'zod'
import type { ByteRange } from './ranges.ts'

/** An answer other than a plain 200 with a body; handlers return it, the kit writes it. */
export class Outcome<Status extends number = number, Body = unknown> {
  readonly status: Status
  readonly body: Body
  /** Further headers; not stored with an idempotency key. */
  readonly headers: OutcomeHeaders
  constructor(status: Status, body: Body, headers: OutcomeHeaders = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}
type OutcomeHeaders = Readonly<Record<string, string>>

/** 201 with the new resource. */
export const created = <Body>(body: Body, headers?: OutcomeHeaders) => new Outcome(201, body, headers)
/** 204: done, without a body. */
export const done = (headers?: OutcomeHeaders) => new Outcome(204, undefined, headers)
/** 204: there was nothing to delete. */
export const absent = () => new Outcome(204, undefined)
/** 205: deleted. */
export const deleted = () => new Outcome(205, undefined)

/** An event stream: each item is one event's data; the kit ends it as clients expect. */
export class EventStream {
  readonly events: AsyncIterable<unknown>
  constructor(events: AsyncIterable<unknown>) {
    this.events = events
  }
}
/** An event with a number as its id, after which a reader can continue. */
export class NumberedEvent {
  readonly number: number
  readonly data: unknown
  constructor(number: number, data: unknown) {
    this.number = number
    this.data = data
  }
}
export const numbered = (number: number, data: unknown) => new NumberedEvent(number, data)
export const eventStream = (events: AsyncIterable<unknown>) => new EventStream(events)

/** A file: 200 with its own headers, and its bytes as a stream; 206 if a part of a `RangedFile` is requested. */
export class Download {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Readable | RangedFile
  constructor(content: Readable | RangedFile, headers: Readonly<Record<string, string>>) {
    this.content = content
    this.headers = headers
  }
}
/** A file of known size, of which a client may ask for a part. */
export interface RangedFile {
  /** In bytes. */
  size: number
  /** The validator of these bytes, in quotes. */
  etag: string
  /** Opens the bytes, or those of a range; undefined if the file does not exist any more, which is 404. */
  open(range?: ByteRange): Promise<Readable | undefined>
  /** Closes a file that is held open and is not read. */
  close?(): Promise<void>
}
export const download = (content: Readable | RangedFile, headers: Readonly<Record<string, string>>) =>
  new Download(content, headers)

/** A page for a person; everything in it is text, which the kit escapes. */
export class WebPage {
  readonly status: number
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly more: PageEnd
  /** Headers beyond those of every page. */
  readonly headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    title: string,
    paragraphs: readonly string[],
    { headers = {}, ...more }: PageEnd & { headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.status = status
    this.title = title
    this.paragraphs = paragraphs
    this.more = more
    this.headers = headers
  }
}
/** The end of a page: a code for the reader to copy, or the address (http or https) of the next step. */
export interface PageEnd {
  code?: string
  link?: { label: string; address: string }
}
export const page = (title: string, paragraphs: readonly string[], more?: PageEnd) =>
  new WebPage(200, title, paragraphs, more)

/** A document that is not JSON. */
export class Text {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** 200 with a document of the operation's media type. */
export const text = (content: string) => new Text(content)

/** The body of an answer to a visit: text in UTF-8, bytes, or a stream. */
type VisitBody = string | Buffer | Readable | undefined

/** An answer to a visit (`visit` of an operation), with a status and headers of its own. */
export class VisitAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: VisitBody
  constructor(status: number, headers: Readonly<Record<string, string | string[]>>, body?: VisitBody) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** All answers that the kit can write. */
export type AnyOutcome = Outcome | EventStream | Download | WebPage | Text | VisitAnswer

type BodyOf<Schema> = Schema extends ZodType ? z.input<Schema> : undefined
type ReplyOf<Replies> = {
  [Status in keyof Replies & number]: Status extends 200
    ? BodyOf<Replies[Status]> | Outcome<200, BodyOf<Replies[Status]>>
    : Outcome<Status, BodyOf<Replies[Status]>>
}[keyof Replies & number]

/** The values that a handler of `Op` may return. */
export type Result<Op extends Pick<Operation, 'replies'>> =
  | ReplyOf<Op['replies']>
  | EventStream
  | Download
  | WebPage
  | Text
  | VisitAnswer

/** Converts the result of a handler to an answer: a plain value is a 200. */
export function asOutcome(result: unknown): AnyOutcome {
  const isOutcome = [Outcome, EventStream, Download, WebPage, Text, VisitAnswer].some((kind) => result instanceof kind)
  return isOutcome ? (result as AnyOutcome) : new Outcome(200, result)
}
