/** The texts of the screens of an organization, in English; the other languages have the same. */
export const en = {
  invite: 'Invite people',
  inviteHint: 'They get a mail, and join with their address.',
  emails: 'Email addresses',
  emailsHint: 'Several with commas or line breaks between them.',
  sendInvites: (count: number) => (count > 1 ? `Invite ${count} people` : 'Invite'),
  invited: 'Invited',
  invitedAt: 'Invited',
  withdrawInvite: (email: string) => `Withdraw the invitation of ${email}`,
  membersCount: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  findMember: 'Find somebody by name or address',
  noMembersFound: 'Nobody has this name or address.',
  you: 'you',
  joined: 'Joined',
  disabled: 'Disabled',
  roleOf: (name: string) => `Role of ${name}`,
  actionsFor: (name: string) => `Actions for ${name}`,
  enable: 'Enable',
  disable: 'Disable',
  removeMember: 'Remove from the organization',
  roles: {
    admin: 'Administrator',
    create: 'Creator',
    review: 'Reviewer',
    edit: 'Editor',
    comment: 'Commenter',
    read: 'Reader',
    guest: 'Guest',
  },
}

export type OrganizationWords = typeof en
