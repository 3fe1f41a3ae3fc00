/** A media type with what is sent as it. */
export interface Content {
  type: string
  schema: unknown
  /** As the specification gives it. */
  example?: unknown
}

export interface Parameter {
  name: string
  /** `path`, `query`, `header`, `cookie` or `querystring`. */
  where: string
  description?: string
  isRequired: boolean
  isDeprecated: boolean
  schema: unknown
  example?: unknown
}

export interface Body {
  description?: string
  isRequired: boolean
  contents: Content[]
}

export interface Reply {
  /** `200`, `4XX`, `default`. */
  status: string
  description?: string
  headers: Parameter[]
  contents: Content[]
}

/** One operation as every version of OpenAPI says it; its schemas are left as they are. */
export interface Operation {
  specification: unknown
  method: string
  /** The path; the name of a webhook. */
  path: string
  isWebhook: boolean
  summary?: string
  description?: string
  isDeprecated: boolean
  servers: { url: string; description?: string }[]
  parameters: Parameter[]
  body?: Body
  replies: Reply[]
  /** Any one of these is enough; all schemes of it are needed. */
  security: { scheme: string; scopes: string[] }[][]
}
