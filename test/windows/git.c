/* A git.exe for Wine: it passes its folder, arguments and environment to the Git of Linux (linuxGit.ts), whose port is in C:\git-port.txt. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winsock2.h>
#include <windows.h>

static SOCKET server;

static void put(const char *text) {
  char head[16];
  int length = (int)strlen(text);
  send(server, head, sprintf(head, "%d ", length), 0);
  if (length > 0) send(server, text, length, 0);
}

static void put_wide(const wchar_t *text) {
  int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, 0, 0, 0, 0);
  char *bytes = malloc(size);
  WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, size, 0, 0);
  put(bytes);
}

static void put_number(int number) {
  char text[16];
  sprintf(text, "%d", number);
  put(text);
}

static int get(char *bytes, int length) {
  int got = 0;
  while (got < length) {
    int more = recv(server, bytes + got, length - got, 0);
    if (more <= 0) break;
    got += more;
  }
  return got;
}

static int number(void) {
  char digit;
  int value = 0;
  while (get(&digit, 1) == 1 && digit != ' ') value = value * 10 + digit - '0';
  return value;
}

static void pass(FILE *to) {
  int length = number();
  char *bytes = malloc(length + 1);
  length = get(bytes, length);
  fwrite(bytes, 1, length, to);
  fflush(to);
}

int wmain(int count, wchar_t **arguments) {
  WSADATA data;
  struct sockaddr_in place = {0};
  wchar_t folder[1000], *variables = GetEnvironmentStringsW();
  int port = 0, all = 0;
  FILE *file = fopen("C:\\git-port.txt", "r");
  if (file == 0 || fscanf(file, "%d", &port) != 1) return 128;
  fclose(file);
  WSAStartup(0x202, &data);
  server = socket(AF_INET, SOCK_STREAM, 0);
  place.sin_family = AF_INET;
  place.sin_port = htons((unsigned short)port);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(server, (void *)&place, sizeof place) != 0) return 128;
  GetCurrentDirectoryW(1000, folder);
  put_wide(folder);
  put_number(count - 1);
  for (int at = 1; at < count; at++) put_wide(arguments[at]);
  for (wchar_t *each = variables; *each; each += wcslen(each) + 1) all++;
  put_number(all);
  for (wchar_t *each = variables; *each; each += wcslen(each) + 1) put_wide(each);
  _setmode(1, _O_BINARY);
  _setmode(2, _O_BINARY);
  pass(stdout);
  pass(stderr);
  return number();
}
