import { describe, expect, it } from 'vitest'
import { texts } from '#contract/texts.ts'
import { checkDetails, type DetailsFacts, mobileError } from '#machines/attempt/details.ts'

const good: DetailsFacts = {
  first_name: 'Mira',
  last_name: 'O’Connell',
  mobile_number: '9876543210',
  rulesRead: true,
  cameraNeeded: true,
  cameraOn: true,
}

describe('the details form', () => {
  it('accepts what is right', () => {
    expect(checkDetails(good)).toEqual({})
  })

  it('tells every error at once', () => {
    const facts = {
      ...good,
      first_name: ' ',
      last_name: 'R2D2',
      mobile_number: '98765 4321',
      rulesRead: false,
      cameraOn: false,
    }
    expect(checkDetails(facts)).toEqual({
      first_name: texts.firstNameRequired,
      last_name: texts.lastNameInvalid,
      mobile_number: texts.mobileInvalid,
      rules: texts.readAllRules,
      camera: texts.allowCamera,
    })
  })

  it.each(['José', 'Zoë-Ann', "D'Arcy", 'Dr. Nguyễn', 'Łukasz', 'वैभव', '李'])(
    'knows %s as a name',
    (name) => {
      expect(checkDetails({ ...good, first_name: name })).toEqual({})
    },
  )

  it.each([
    [100, {}],
    [101, { last_name: texts.lastNameInvalid }],
  ])('takes a name of at most 100 letters: %i', (length, error) => {
    expect(checkDetails({ ...good, last_name: 'x'.repeat(length) })).toEqual(error)
    expect(checkDetails({ ...good, last_name: ` ${'x'.repeat(length)} ` })).toEqual(error)
  })

  it('asks for no camera where the drive takes no pictures', () => {
    expect(checkDetails({ ...good, cameraNeeded: false, cameraOn: false })).toEqual({})
  })

  it.each([
    ['9876543210', undefined],
    [' 9876543210 ', undefined],
    ['987654321', texts.mobileInvalid],
    ['98765432101', texts.mobileInvalid],
    ['+1 555 010-0200', texts.mobileInvalid],
    ['ninety', texts.phoneInvalid],
    ['', texts.mobileInvalid],
    // The specification asks for ten digits and nothing else.
    ['0000000000', undefined],
  ])('the mobile number %j', (value, error) => {
    expect(mobileError(value)).toBe(error)
  })
})
