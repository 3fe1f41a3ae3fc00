import { authorizeScreen, programOperations } from '@quire/contracts'
import { type RequestHandler, Router } from 'express'
import { isAtHost } from './hosts.ts'

const ofResource = /^\/\.well-known\/oauth-protected-resource\/sites\/([^/?]+)\/(.*)$/

/**
 * Leads the metadata of an MCP server beneath the public address to its site: programs ask for it at a path that begins
 * with `/.well-known/` (RFC 9728, section 3.1). At a host of its own a site gets such paths anyway.
 */
export const resourceMetadataRouter: RequestHandler = (request, _, next) => {
  const [, name, rest] = ofResource.exec(request.url) ?? []
  const url = `/sites/${name}/.well-known/oauth-protected-resource/${rest}`
  if (name !== undefined && !isAtHost(url)) request.url = url
  next()
}

/** Serves the metadata of the authorization server, which is the installation (RFC 8414). */
export function authorizationServer(publicUrl: string): Router {
  const { exchangeProgramGrant, registerProgramClient, revokeProgramToken } = programOperations
  const metadata = {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${authorizeScreen}`,
    token_endpoint: `${publicUrl}${exchangeProgramGrant.path}`,
    registration_endpoint: `${publicUrl}${registerProgramClient.path}`,
    revocation_endpoint: `${publicUrl}${revokeProgramToken.path}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
  const { pathname } = new URL(publicUrl)
  const router = Router()
  // An issuer with a path has its metadata behind the well-known part of the address.
  router.get([`/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`], (_, response) => {
    response.set('Cache-Control', 'public, max-age=3600').json(metadata)
  })
  return router
}
