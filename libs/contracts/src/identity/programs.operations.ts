import { z } from 'zod'
import { anyone, signedIn } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import {
  NewProgramClient,
  Program,
  ProgramClient,
  ProgramQuestion,
  ProgramRequest,
  ProgramTokenRequest,
  ProgramTokens,
} from './programs.ts'

/** The path of the console's screen at which a person lets a program in, or not. */
export const authorizeScreen = '/authorize'

/** How programs get to read internal sites by MCP (docs/interface.md#programs). Published clients have no such paths. */
export const programOperations = operations('identity', {
  registerProgramClient: {
    method: 'POST',
    path: '/v1/oauth/clients',
    summary: 'Register a program that wants to read internal sites (RFC 7591)',
    access: anyone,
    body: NewProgramClient,
    replies: { 201: ProgramClient },
    reads: true,
    oauth: true,
  },
  describeProgramRequest: {
    method: 'POST',
    path: '/v1/oauth/requests',
    summary: 'What a program asks the caller for',
    access: signedIn,
    body: ProgramRequest,
    replies: { 200: ProgramQuestion },
    reads: true,
    calls: ['findToolSite'],
  },
  allowProgram: {
    method: 'POST',
    path: '/v1/oauth/permissions',
    summary: 'Let a program read a site for the caller: the address that tells the program so',
    access: signedIn,
    recentSignIn: true,
    body: ProgramRequest,
    audited: { target: 'access-token' },
    replies: { 201: z.strictObject({ url: z.string() }) },
    secret: true,
    calls: ['findToolSite'],
  },
  exchangeProgramGrant: {
    method: 'POST',
    path: '/v1/oauth/tokens',
    summary: 'Exchange the code of a permission, or a refresh token, for tokens (RFC 6749)',
    access: anyone,
    body: ProgramTokenRequest,
    form: true,
    replies: { 200: ProgramTokens },
    secret: true,
    oauth: true,
    calls: ['signToolToken'],
  },
  revokeProgramToken: {
    method: 'POST',
    path: '/v1/oauth/revocations',
    summary: 'End a permission by its refresh token (RFC 7009)',
    access: anyone,
    body: z.object({ token: z.string().max(4096), client_id: z.string().max(4096).optional() }),
    form: true,
    audited: { target: 'access-token' },
    replies: { 200: z.strictObject({}) },
    oauth: true,
    secret: true,
    narrows: true,
  },
  listProgramsForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/user/programs',
    summary: 'List the programs that read internal sites for the caller',
    access: signedIn,
    query: ListQuery,
    replies: { 200: list(Program) },
  },
  endProgram: {
    method: 'DELETE',
    path: '/v1/user/programs/{programId}',
    summary: 'End what a program may read for the caller',
    access: signedIn,
    audited: { target: 'access-token', id: 'programId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
})
