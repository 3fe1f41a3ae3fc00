/** The texts about who reads a site, in English; the other languages have the same. */
export const en = {
  audienceTitle: 'Audience',
  audienceLead: 'Who may read the site once it is published. Members of the organization always see it in previews.',
  atOnce: 'The site is published: the change holds at once for everybody who reads it.',

  // Share links
  shareLinks: 'Share links',
  linksWhenPublished: 'The links have addresses once the site is published.',
  noShareLinks: 'There are no links yet, so nobody can read the site. Create the first one.',
  linkName: 'Name of the link',
  linkNameHint: 'For yourselves, such as whom you give it to.',
  createLink: 'Create a link',
  unnamedLink: 'Without a name',
  addressOf: (name: string) => `Address of ${name}`,
  inactive: 'Off',
  since: 'Created',
  deactivate: 'Turn off',
  activate: 'Turn on',
  revoke: 'Revoke',
  revokeLinkQuestion: (name: string) => `Revoke “${name}”?`,
  revokeLinkHint:
    'Whoever has the link cannot read the site by it any more, and the same address cannot be made again. To stop it for a while, turn it off.',

  // Visitors who sign in
  visitorSignIn: 'How visitors sign in',
  visitorSignInHint:
    'Your system signs a token with the key of the site (HS256) and leads the visitor to the site with it. The token needs an end, at most 30 days ahead; its other claims are what conditions see.',
  onlyAdministrators: 'Administrators of the organization see the key and set up the sign-in.',
  exampleHint: 'Claims of the visitor, which the adaptive schema expects',
  signingKey: 'Key of the site',
  showKey: 'Show the key',
  newKey: 'Make a new key',
  newKeyQuestion: 'Make a new key?',
  newKeyHint: 'Tokens that were signed with the old key end at once, and so do the visits that they opened.',
  fallback: 'Sign-in page',
  fallbackHint: 'Visitors without a token are sent there, with the page that they wanted in “location”.',

  // Adaptive content
  adaptiveTitle: 'Adaptive content',
  adaptiveLead:
    'Which claims the site expects of its visitors, as a JSON schema. Conditions of pages, texts, sections and spaces decide by them.',
  noSchemaHint: 'There is no schema yet: begin with this one, and save it.',
  schema: 'JSON schema',
  schemaFaulty: (problem: string) => `This is not JSON: ${problem}`,
  schemaProblem: (path: string, problem: string) => `${path}: ${problem}`,
  claimsOn: 'Conditions use the claims of visitors',
  claimsOffHint: 'While this is off, everybody is seen as a visitor of whom nothing is known.',
  templates: 'Conditions to copy',
  discard: 'Discard changes',
}

export type AudienceWords = typeof en
