import {
  Building2,
  CirclePlus,
  ClipboardList,
  History,
  House,
  Library,
  type LucideIcon,
  Mail,
  MailPlus,
  MessageSquareText,
  ScrollText,
  ShieldCheck,
  Users,
  Warehouse,
} from 'lucide-react'
import type { SessionView } from '#contract/views/account.ts'
import { urls } from '../../urls.ts'
import type { StepName } from '../tour/steps.ts'

/** A screen one can go to from everywhere. A link stands only where its screen does. */
export interface NavItem {
  name: string
  icon: LucideIcon
  to: string
  /** Its pages, with and without the prefix /admin. */
  isHere: Pick<RegExp, 'test'>
  /** The step of the tour that points here. */
  step?: StepName
}

const pages = (...paths: (string | RegExp)[]): NavItem['isHere'] => ({
  test(path) {
    const bare = path.replace(/^\/admin(?=\/)/, '').replace(/(?<=.)\/$/, '')
    return paths.some((one) => (typeof one === 'string' ? one === bare : one.test(bare)))
  },
})

const main: NavItem[] = [
  { name: 'Home', icon: House, to: urls.home, isHere: /^\/(admin|home)\/?$/, step: 'home' },
  { name: 'New Drive', icon: CirclePlus, to: urls.newDrive, isHere: pages(urls.newDrive), step: 'drive' },
  { name: 'Rules', icon: ScrollText, to: urls.rules, isHere: pages(urls.rules), step: 'rules' },
  {
    name: 'Questions',
    icon: Library,
    to: urls.problems,
    isHere: pages(
      urls.problems,
      /^\/(problem|question)\/create$/,
      /^\/(problem|question)\/\d+\/(edit|details)$/,
      '/questions',
    ),
    step: 'problems bank',
  },
  { name: 'Users', icon: Users, to: urls.users, isHere: pages(urls.users), step: 'users' },
  { name: 'Institutes', icon: Building2, to: urls.institutes, isHere: pages(urls.institutes) },
  {
    name: 'Assessments',
    icon: ClipboardList,
    to: urls.assessments,
    isHere: pages(urls.assessments, /^\/assessment\/.+$/),
    step: 'assessment',
  },
  {
    name: 'Feedbacks',
    icon: MessageSquareText,
    to: urls.feedbacks,
    isHere: pages(urls.feedbacks),
    step: 'feedback',
  },
]
const mails: NavItem = { name: 'Emails', icon: Mail, to: urls.mails, isHere: pages(urls.mails) }
const auditLog: NavItem = {
  name: 'Audit log',
  icon: History,
  to: urls.auditLog,
  isHere: pages(urls.auditLog),
}

const superAdmin: NavItem[] = [
  {
    name: 'Organizations',
    icon: Warehouse,
    to: urls.organizations,
    isHere: /^\/(organizations|administrant\/organization\/\d+\/edit)\/?$/,
  },
  {
    name: 'Sign-up requests',
    icon: MailPlus,
    to: urls.signUpRequests,
    isHere: pages(urls.signUpRequests),
  },
  { name: 'Audit log', icon: History, to: urls.allAuditLogs, isHere: pages(urls.allAuditLogs) },
  { name: 'Evidence', icon: ShieldCheck, to: urls.evidence, isHere: pages(urls.evidence) },
]

/** The ways of a person: first what the day is about, then what was written down about it. */
export function navItemsOf(user: Pick<SessionView, 'role' | 'has_mails'>): {
  main: NavItem[]
  records: NavItem[]
} {
  if (user.role === 'SuperAdmin') return { main: superAdmin, records: [] }
  return { main, records: user.has_mails ? [mails, auditLog] : [auditLog] }
}
