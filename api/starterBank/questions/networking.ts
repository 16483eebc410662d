import { right, wrong } from '../build.ts'
import type { BankQuestion } from '../types.ts'

const tags = ['networking']

export const networkingQuestions: BankQuestion[] = [
  {
    slug: 'net-dns-ipv6',
    description: 'Which kind of DNS record maps a host name to an **IPv6** address?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags: [...tags, 'dns'],
    kind: 'single',
    options: [wrong('A'), right('AAAA'), wrong('MX'), wrong('CNAME')],
  },
  {
    slug: 'net-tcp-guarantees',
    description: 'What does **TCP** offer that **UDP** does not?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'easy',
    tags: [...tags, 'tcp'],
    kind: 'multiple',
    options: [
      right('Bytes are delivered in the order in which they were sent'),
      right('Lost data is sent again'),
      wrong('Data is encrypted'),
      wrong('One packet can be sent to many receivers at once'),
    ],
  },
  {
    slug: 'net-http-client-errors',
    description: 'Which class of HTTP status codes reports that the **client** made a mistake?',
    marks: 1,
    timeInSeconds: 40,
    difficulty: 'easy',
    tags: [...tags, 'http'],
    kind: 'single',
    options: [wrong('2xx'), wrong('3xx'), right('4xx'), wrong('5xx')],
  },
  {
    slug: 'net-ipv4-subnet-hosts',
    description: 'How many addresses does the IPv4 network `192.0.2.0/26` span, all of them counted?',
    marks: 2,
    timeInSeconds: 60,
    difficulty: 'medium',
    tags: [...tags, 'ip'],
    kind: 'single',
    options: [wrong('26'), wrong('32'), right('64'), wrong('128')],
  },
  {
    slug: 'net-idempotent-methods',
    description: 'Which HTTP methods are defined as **idempotent**?',
    marks: 3,
    timeInSeconds: 75,
    difficulty: 'hard',
    tags: [...tags, 'http'],
    kind: 'multiple',
    options: [right('GET'), right('PUT'), wrong('POST'), right('DELETE'), wrong('PATCH')],
  },
]
