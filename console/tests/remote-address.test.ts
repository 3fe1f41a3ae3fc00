import { expect, test } from '@jest/globals'
import { hasCredentials, hostOf, takesToken, withCredentials } from '../src/screens/space/git/remote-address.ts'

test('the kind of server follows from the address of the repository, over HTTPS and SSH', () => {
  const addresses = [
    'https://github.com/acme/docs.git',
    'git@gitlab.example.com:acme/docs.git',
    'ssh://git@bitbucket.org/acme/docs.git',
    'https://codeberg.org/acme/docs',
    'https://git.example.com/acme/github.com.git',
    'not an address',
  ]
  expect(addresses.map(hostOf)).toEqual(['github', 'gitlab', 'bitbucket', 'gitea', 'other', 'other'])
})

test('a token goes into an address of HTTPS alone, with the user name that the server takes with it', () => {
  const token = 'a/b@c'
  const https = 'https://github.com/acme/docs.git'
  expect(withCredentials(https, { host: 'github', user: '', token })).toBe(
    'https://x-access-token:a%2Fb%40c@github.com/acme/docs.git',
  )
  expect(withCredentials(https, { host: 'github', user: 'ada lovelace', token })).toBe(
    'https://ada%20lovelace:a%2Fb%40c@github.com/acme/docs.git',
  )
  expect(withCredentials(https, { host: 'github', user: 'ada', token: '' })).toBe(https)
  const ssh = 'git@github.com:acme/docs.git'
  expect([takesToken(ssh), withCredentials(ssh, { host: 'github', user: '', token })]).toEqual([false, ssh])
})

test('an address with credentials is known, also while they are being typed; a port is none', () => {
  const secret = [
    'https://ada:se',
    'https://ada:1234@',
    'https://ghp_1@github.com/acme/docs',
    'http://x:a@b.example:8/',
    ' https://ada:token@github.com/acme/docs',
    'HTTPS://Ada:token@github.com/acme/docs',
    'https:\\\\ada:token@github.com',
    'https:ada:token@github.com',
  ]
  const plain = [
    'https://',
    'https://git.example.com:8443/acme/docs',
    ' HTTPS://git.example.com:8443 ',
    'http://localhost:30',
    'git@github.com:acme/docs',
  ]
  expect([...secret, ...plain].map(hasCredentials)).toEqual([...secret.map(() => true), ...plain.map(() => false)])
})
