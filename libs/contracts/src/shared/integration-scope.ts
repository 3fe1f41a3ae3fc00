import { z } from 'zod'

/** A right that an integration asks for, and that an installation grants. */
export const IntegrationScope = z
  .enum([
    'space:content:read',
    'space:content:write',
    'space:metadata:read',
    'space:metadata:write',
    'space:git:sync',
    'page:feedback:read',
    'site:metadata:read',
    'site:views:read',
    'site:script:inject',
    'site:script:cookies',
    'site:visitor:auth',
    'site:adaptive:read',
    'site:adaptive:write',
    'openapi:read',
    'openapi:write',
    'conversations:ingest',
  ])
  .meta({ id: 'IntegrationScope' })
export type IntegrationScope = z.infer<typeof IntegrationScope>
