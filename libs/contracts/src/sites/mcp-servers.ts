import { z } from 'zod'
import { Id } from '../shared/primitives.ts'
import { WebUrl } from './link-targets.ts'

/** Replaces the hidden value of a header. No header can have this value. */
export const maskedHeader = '••••••••'
const maxHeaders = 20

const Name = z.string().min(1).max(100)
const Url = WebUrl.refine((url) => !hasCredentials(url), 'must hold no user name or password: send them in a header')
/** The transport of the protocol at the address; `http` is streamable HTTP. */
const Transport = z.enum(['sse', 'http'])
const HeaderName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a name that HTTP allows')
const HeaderValue = z
  .string()
  .min(1)
  .max(512)
  .regex(
    /^(?:•{8}|[\x21-\x7e\xa1-\xff](?:[\x20-\x7e\xa0-\xff]*[\x21-\x7e\xa1-\xff])?)$/,
    'must be printable Latin-1 without blanks around it',
  )

/** Headers by name. The number is checked first: a thousand invalid ones would cause as many errors. */
const Headers = z.preprocess(
  (named, context) => {
    if (Object.keys(Object(named)).length > maxHeaders) context.addIssue(`must be ${maxHeaders} headers at most`)
    return named
  },
  z.record(HeaderName, HeaderValue),
)

function hasCredentials(url: string): boolean {
  const { username, password } = URL.parse(url) ?? {}
  return Boolean(username) || Boolean(password)
}

/** An MCP server that a site may use (docs/interface.md#mcp-servers). */
export const SiteMcpServer = z
  .strictObject({
    object: z.literal('site-mcp-server'),
    id: Id,
    name: z.string(),
    url: z.string(),
    transport: Transport,
    headers: z.record(z.string(), z.string()),
    urls: z.strictObject({ location: z.string() }),
  })
  .meta({ id: 'SiteMcpServer' })
export type SiteMcpServer = z.infer<typeof SiteMcpServer>

export const CreateSiteMcpServer = z.object({
  name: Name,
  url: Url,
  /** By default `sse`, as earlier clients do not name one. */
  transport: Transport.optional(),
  headers: Headers.optional(),
})
/** Absent fields stay unchanged. */
export const UpdateSiteMcpServer = z.object({ name: Name, url: Url, transport: Transport, headers: Headers }).partial()
