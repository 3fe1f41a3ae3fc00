import type { AccountWords } from './en.ts'

export const ja: AccountWords = {
  profile: 'プロフィール',
  name: '名前',
  sessions: 'サインイン中の端末',
  sessionsHint: '心当たりのないセッションは終了してください。そのブラウザーはすぐにサインアウトします。',
  lastUsed: '最終利用',
  thisSession: 'この端末',
  endSession: 'サインアウト',
  passkeys: 'パスキー',
  passkeysHint: 'パスキーを使うと、メールなしで、指紋、顔、または端末の PIN でサインインできます。',
  addPasskey: 'パスキーを追加',
  passkeyAdded: '追加日',
  passkeyName: 'パスキーの名前',
  removePasskey: '削除',
  signInAgainFirst: 'この操作には、10 分以内のサインインが必要です。',
}
