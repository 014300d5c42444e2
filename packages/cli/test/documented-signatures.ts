/** Signatures from the documentation of vendors, with their secrets and bodies. */
export const GITHUB = {
  secret: "It's a Secret to Everybody",
  body: 'Hello, World!',
  digest: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
}

export const SLACK = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  body:
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
    '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com' +
    '%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d' +
    '10d2c447fce8b6703c',
  seconds: '1531420618',
  digest: 'a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
}
