import { z } from 'zod'
import { anyMember, spaceRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { Space } from './spaces.ts'

/** The spaces that a person has marked, and those that they opened last, newest first. */
const PersonalSpaces = z
  .strictObject({
    object: z.literal('personal-spaces'),
    favorites: z.array(Space),
    recent: z.array(Space),
  })
  .meta({ id: 'PersonalSpaces' })

/** A person's own favourites and recent spaces (docs/interface.md#favourites-and-recent-spaces). */
export const personalSpaceOperations = operations('content', {
  getPersonalSpaces: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/personal-spaces',
    summary: 'Get your favourite spaces of an organization, and those that you opened last',
    access: anyMember,
    replies: { 200: PersonalSpaces },
  },
  updatePersonalSpace: {
    method: 'PATCH',
    path: '/v1/spaces/{spaceId}/personal',
    summary: 'Make a space a favourite of yours or no longer one, or say that you have opened it',
    access: spaceRole('read'),
    body: z.object({ favorite: z.boolean().optional(), opened: z.literal(true).optional() }),
    replies: { 204: null },
  },
})
