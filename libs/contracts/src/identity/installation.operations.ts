import { z } from 'zod'
import { operatorOnly } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import {
  EndedTokens,
  InstallationFigures,
  InstallationOrganization,
  InstallationPerson,
  OrganizationDeletion,
} from './installation.ts'

const Search = ListQuery.extend({ search: z.string().min(1).max(255).optional() })
const person = '/v1/installation/people/{userId}' as const

/** Management of the whole installation (docs/interface.md#the-installation). Published clients have no such paths. */
export const installationAdminOperations = operations('identity', {
  listUsersOfInstallation: {
    method: 'GET',
    path: '/v1/installation/people',
    summary: 'List all people of the installation',
    access: operatorOnly,
    query: Search,
    replies: { 200: list(InstallationPerson) },
  },
  endSessionsOfUser: {
    method: 'POST',
    path: `${person}/end-sessions`,
    summary: 'End all tokens of a person',
    access: operatorOnly,
    audited: { target: 'user', id: 'userId' },
    replies: { 200: EndedTokens },
    narrows: true,
  },
  disableUser: {
    method: 'POST',
    path: `${person}/disable`,
    summary: 'Disable a person in the whole installation, and end all of their tokens',
    access: operatorOnly,
    audited: { target: 'user', id: 'userId' },
    replies: { 200: EndedTokens },
    narrows: true,
  },
  enableUser: {
    method: 'POST',
    path: `${person}/enable`,
    summary: 'Let a disabled person sign in again',
    access: operatorOnly,
    audited: { target: 'user', id: 'userId' },
    replies: { 204: null },
  },
  deleteUser: {
    method: 'DELETE',
    path: person,
    summary: 'Delete a person: their memberships end, and what names them is erased',
    access: operatorOnly,
    query: z.object({ force: z.stringbool().default(false) }),
    audited: { target: 'user', id: 'userId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  listOrganizationsOfInstallation: {
    method: 'GET',
    path: '/v1/installation/organizations',
    summary: 'List all organizations of the installation',
    access: operatorOnly,
    query: Search,
    replies: { 200: list(InstallationOrganization) },
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/v1/installation/organizations/{organizationId}',
    summary: 'Delete an organization with everything in it',
    access: operatorOnly,
    audited: { target: 'organization', id: 'organizationId' },
    replies: { 204: null, 205: null },
    narrows: true,
  },
  listOrganizationDeletions: {
    method: 'GET',
    path: '/v1/installation/deletions',
    summary: 'List deleted organizations, and which services still have something of them',
    access: operatorOnly,
    query: ListQuery,
    replies: { 200: list(OrganizationDeletion) },
  },
  getInstallationFigures: {
    method: 'GET',
    path: '/v1/installation/figures',
    summary: 'Count people, organizations and sites of the installation',
    access: operatorOnly,
    replies: { 200: InstallationFigures },
  },
})
