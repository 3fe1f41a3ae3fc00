import type { Request, RequestHandler, Response } from 'express'
import { secretKey } from './config.ts'
import { refusalIfOutdated } from './db/outdated.ts'
import { compressedFor } from './http/compressed-json.ts'
import { writeBytes, writeDownload } from './http/download.ts'
import { jsonBytes } from './http/json-bytes.ts'
import { oauthRefusal } from './http/oauth.ts'
import { Download, EventStream, type Outcome, Text, VisitAnswer, WebPage } from './http/outcome.ts'
import { indexHeader, positionHeader, revokedHeader, writePosition } from './http/peer-calls.ts'
import { answer, matchOf } from './http/pipeline.ts'
import type { PipelineDeps } from './http/request-in-progress.ts'
import { routeTable } from './http/route-table.ts'
import { jsonTypeOf, scimRefusal } from './http/scim.ts'
import { type Spool, spooled } from './http/spooled.ts'
import { writeStream } from './http/stream.ts'
import { writeVisitAnswer } from './http/visit-answer.ts'
import { refusalPage, writePage, writeText } from './http/web-page.ts'
import type { Logger } from './log.ts'
import { countRefusal, type Metrics } from './metrics.ts'
import type { IncarnationWatch } from './projector/incarnation-watch.ts'
import type { Pauses } from './projector/pauses.ts'
import { isStoredPast, streamEnd } from './projector/stream-history.ts'
import type { Foundation, ServiceDefinition, ServiceParts } from './service-definition.ts'
import type { Tracing } from './tracing/tracing.ts'

const maxRevokedInHeader = 100

/** Returns the one handler that answers all requests of a service. `ending` aborts shortly before its connections are closed. */
export function responder(
  foundation: Foundation &
    Pick<IncarnationWatch, 'toldBy' | 'requireAgreed'> & { pauses: Pauses; tracing: Tracing | undefined },
  { name, projectsAccess, schema }: Pick<ServiceDefinition, 'name' | 'projectsAccess' | 'schema'>,
  { routes, extend, confirm, spool, storeAudit }: ServiceParts,
  ending: AbortSignal,
): RequestHandler {
  const {
    config,
    database,
    bus,
    positions,
    freshness,
    revocations,
    publisher,
    metrics,
    log,
    toldBy,
    requireAgreed,
    pauses,
    tracing,
  } = foundation
  const deps: PipelineDeps = {
    service: name,
    database,
    routes: routeTable(routes.map((route) => route.operation)),
    handlers: new Map(routes.map((route) => [route.operation.id, route])),
    extend,
    confirm,
    projectsAccess,
    stalenessMaxMs: config.ACCESS_STALENESS_MAX * 1000,
    principalKey: secretKey(config, `principal-${name}.key`),
    internalKey: secretKey(config, 'internal.key'),
    cursorKey: secretKey(config, 'cursor.key'),
    peers: { identity: config.IDENTITY_URL, content: config.CONTENT_URL, sites: config.SITES_URL, ai: config.AI_URL },
    isBusAnswering: bus.isAnswering,
    positions,
    freshness,
    pauses,
    streamEnd: () => streamEnd(bus),
    isStored: (position) => isStoredPast(bus, database.em.fork().getKysely() as never, position),
    revocations,
    publisher,
    toldBy,
    requireAgreed,
    tracing,
    storeAudit,
    metrics,
    checkReplies: config.CHECK_REPLIES,
  }
  const ifOutdated = refusalIfOutdated(database.background, schema)
  return async (request, response) => {
    const match = matchOf(deps, request)
    measure(response, metrics, match?.operation.id ?? 'unknown')
    if (match?.operation.deprecated) response.setHeader('Deprecation', 'true')
    const {
      outcome,
      position,
      revoked = [],
      isIndexBehind = () => false,
    } = await answer(deps, match, request, response, log)
      .catch(ifOutdated)
      .catch((error: unknown) => {
        countRefusal(metrics, error)
        if (match?.operation.oauth) return oauthRefusal(response, error)
        return match?.operation.scim ? scimRefusal(response, error) : refusalPage(match?.operation, request, log)(error)
      })
    if (position) response.setHeader(positionHeader, writePosition(position))
    // Further keys do not fit into a header and are left to the bucket's watch.
    if (revoked.length > 0) response.setHeader(revokedHeader, revoked.slice(0, maxRevokedInHeader).join(' '))
    const noteIndex = () => isIndexBehind() && response.setHeader(indexHeader, 'behind')
    if (outcome instanceof EventStream) {
      return writeStream(request, response, outcome, { log, ending, beforeHeaders: noteIndex })
    }
    noteIndex()
    if (outcome instanceof Download) await writeDownload(request, response, outcome, log)
    else if (outcome instanceof WebPage) writePage(response, outcome)
    else if (outcome instanceof VisitAnswer) await writeVisitAnswer(request, response, outcome, log)
    else if (outcome instanceof Text) writeText(response, outcome, match?.operation.text)
    else return write(request, response, outcome, jsonTypeOf(match?.operation), spool && { spool, log })
  }
}

/** The files through which long answers go, and the log of those that break off. */
interface Slowly {
  spool: Spool
  log: Logger
}

/** Longer answers go through a file, if the service has a spool. */
const longBytes = 1024 * 1024

/** Writes a JSON answer as express would, without the headers that express computes for each answer. */
function write(
  request: Request,
  response: Response,
  { status, body, headers }: Outcome,
  type: string,
  slowly: Slowly | undefined,
): Promise<void> | undefined {
  response.statusCode = status
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (body === undefined) return void response.end()
  response.setHeader('Content-Type', type)
  const bytes = compressedFor(request, response, jsonBytes(body))
  return bytes instanceof Promise
    ? bytes.then((compressed) => send(response, compressed, slowly))
    : send(response, bytes, slowly)
}

function send(response: Response, bytes: Buffer, slowly: Slowly | undefined): Promise<void> | undefined {
  response.setHeader('Content-Length', bytes.length)
  if (!slowly || bytes.length <= longBytes) return void response.end(bytes)
  // Nothing that waits for a slow client holds the bytes, or the value that they were made of.
  return spooled(bytes, slowly.spool, { start: 0, end: bytes.length - 1 }).then((read) =>
    writeBytes(response, read, slowly.log),
  )
}

/** Observes the duration of every answer. */
function measure(response: Response, metrics: Metrics, operation: string) {
  const started = performance.now()
  response.once('close', () => {
    metrics.requests.observe({ operation, status: response.statusCode }, (performance.now() - started) / 1000)
  })
}
