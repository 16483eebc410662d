/**
 * The passwords that people and those who guess try first, of six characters and more: a short list of what leads
 * every published count. Lower case; how a password is written in capitals makes it no better.
 */
const words = `
000000 0123456789 111111 1111111 11111111 112233 121212 123123 123123123 123321 1234567 12345678 123456789
1234567890 123456a 123456 123456q 1234qwer 123654 123abc 123qwe 131313 147258369 159357 159753 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 222222 232323 333333 444444 555555 654321 666666 696969 7777777 777777 789456 789456123
87654321 888888 88888888 987654 987654321 999999 a123456 a1b2c3 aa123456 aaaaaa abc123 abc12345 abcd1234
abcdef access admin1 admin123 administrator amanda andrea andrew anthony asdasd asdf1234 asdfasdf asdfgh
asdfghjkl ashley azerty bailey barcelona baseball basketball batman benjamin biteme blink182 bubbles buster
butterfly changeme charlie cheese chelsea chocolate computer cookie corvette daniel default dragon elizabeth
falcon ferrari flower football freedom friends fuckyou george ginger google guitar hannah harley heather hello1
hello123 hockey hunter iloveyou internet jasmine jennifer jessica jonathan jordan jordan23 joshua justin killer
letmein liverpool login123 lovely loveme maggie master matrix matthew melissa merlin michael michelle monkey
mustang naruto nicole password passw0rd p@ssw0rd password! password1 password12 password123 patrick pepper pokemon
princess purple q1w2e3r4 qazwsx qazwsxedc qqqqqq qwe123 qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwertyui
qwertyuiop ranger robert samantha samsung secret shadow snoopy soccer sophie starwars summer sunshine superman
taylor test123 test1234 testing thomas thunder tigger trustno1 welcome welcome1 welcome123 whatever william
winter yankees zaq12wsx zxcvbn zxcvbnm`
const common = new Set(words.trim().split(/\s+/))

/** Whether a password is one of the first that anybody guesses; blanks around it do not count. */
export const isCommonPassword = (password: string): boolean => common.has(password.trim().toLowerCase())
