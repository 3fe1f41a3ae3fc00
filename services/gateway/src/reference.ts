import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { openApiDocument } from '@quire/contracts'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import { forSandboxes, specificationPage } from './specification-page.ts'

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js']
const resolve = createRequire(import.meta.url).resolve

/** Serves `/`, `/openapi.json`, `/docs` and the page of a specification to anyone, without a call to a service. */
export function referenceRoutes(publicUrl: string): Router {
  const router = Router()
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '')
  router.get('/', (_, response) => {
    const links = { interface: `${publicUrl}/v1/`, openapi: `${publicUrl}/openapi.json`, docs: `${publicUrl}/docs` }
    response.json({ name: 'Quire', ...links })
  })
  router.get('/openapi.json', documentOf(publicUrl))
  router.use(specificationPage(publicUrl))
  router.use('/docs', pagePolicy)
  router.get('/docs', (_, response) => void response.type('html').send(page(prefix)))
  router.get('/docs/start.js', (_, response) => void response.type('js').send(start(prefix)))
  for (const name of assets) router.get(`/docs/${name}`, forSandboxes, asset(name))
  return router
}

/** Serves the document. Builds it at the first request only: the operations do not change while the process runs. */
function documentOf(publicUrl: string): RequestHandler {
  let cached: { text: string; tag: string } | undefined
  const make = () => {
    const text = JSON.stringify(openApiDocument(publicUrl))
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  }
  return (_, response) => {
    cached ??= make()
    response.set({ ETag: cached.tag, 'Cache-Control': 'no-cache' }).type('json').send(cached.text)
  }
}

function asset(name: string): RequestHandler {
  const file = resolve(`swagger-ui-dist/${name}`)
  return (_, response) => response.sendFile(file, { maxAge: '1h', dotfiles: 'allow' })
}

/** Allows the reference its own scripts and styles (swagger-ui sets some inline), nothing of other origins. */
const pagePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})

const page = (prefix: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quire</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${prefix}/docs/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/start.js"></script>
</body>
</html>
`

const start = (prefix: string) =>
  `SwaggerUIBundle({ url: '${prefix}/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })\n`
