/** Names of people, drives and institutes as an organization has them, the same at every run. */

const FIRST =
  `Aarav Adaeze Ana Anjali Anna Bilal Björn Carlos Chiara Chloé Daniel Divya Elena Emre Fatima Felix Grace
Hannah Haruto Ibrahim Ines Jakub Joana João Julia Kamala Karan Lars Leila Liam Lucía Mahesh Maria Mateo Mei Meera Mohammed
Nadia Naomi Nikhil Noor Olga Omar Oskar Paula Pooja Priya Rahul Ravi Rosa Sakura Samuel Sara Siddharth Sofia Søren Tomás
Uma Vikram Wei Yara Yusuf Zainab Zoë`.split(/\s+/)

const LAST =
  `Agarwal Almeida Andersson Banerjee Becker Bianchi Chen Choudhury Costa Dubois Eze Fernández Ferreira García
Gupta Hansen Hoffmann Iyer Jensen Joshi Kapoor Khan Kowalski Kumar Larsen Lindqvist López Martin Mehta Menon Moreau Müller
Nair Nakamura Ndiaye Nguyen Nowak O'Brien Okafor Olsen Oyelaran Patel Pereira Petrov Pillai Rao Reddy Rossi Saito Santos
Schmidt Sharma Silva Singh Sørensen Suzuki Tanaka Tran Verma Wagner Wójcik Yamada Yılmaz Zhang`.split(/\s+/)

const DOMAINS = [
  'mail.example',
  'post.example',
  'students.northfield.example',
  'alumni.lakeside.example',
  'tech.harbour.example',
]
const PLACES =
  `Northfield Lakeside Harbour Riverside Hillcrest Oakwood Eastgate Westbrook Kingsway Meadow`.split(' ')
const ROLES = `Backend Frontend Data Platform Mobile Security Embedded Quality Graduate Internship`.split(' ')

const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** A number that looks drawn, from a number: the rows of two runs are the same. */
export function drawn(n: number): number {
  let x = (n + 0x9e3779b9) | 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

const ascii = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** The n-th candidate. */
export function person(n: number) {
  const first_name = of(FIRST, drawn(n))
  const last_name = of(LAST, drawn(n + 1_000_003))
  const email = `${ascii(first_name)}.${ascii(last_name)}${n}@${of(DOMAINS, drawn(n + 7))}`
  return { first_name, last_name, email, mobile_number: String(7_000_000_000 + n) }
}

export const driveName = (n: number): string =>
  `${of(ROLES, drawn(n))} hiring ${2023 + (n % 4)}, ${of(PLACES, drawn(n + 3))} ${n}`

export const instituteName = (n: number): string =>
  `${of(PLACES, n)} College ${Math.floor(n / PLACES.length) + 1}`
