import type { AccountWords } from './en.ts'

export const ja: AccountWords = {
  profile: 'プロフィール',
  name: '名前',
  sessions: 'サインイン中の端末',
  sessionsHint: '心当たりのないセッションは終了してください。そのブラウザーはすぐにサインアウトします。',
  lastUsed: '最終利用',
  thisSession: 'この端末',
  endSession: 'サインアウト',
}
